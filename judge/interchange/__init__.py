"""Games in the forms of other programs: the saved game of the package `diplomacy`."""
