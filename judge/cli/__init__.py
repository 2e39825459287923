"""The commands of an operator. Each command is a module; none is imported before it is used."""
