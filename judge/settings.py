"""The settings of an installation."""
