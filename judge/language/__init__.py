"""From lines to commands and orders: grammars, readers, complaints."""
