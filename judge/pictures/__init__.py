"""The picture of a turn, drawn on a board: values in, SVG and PNG out."""
