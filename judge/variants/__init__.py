"""The games that can be played, each one frozen value."""

from judge.variants.table import VARIANTS, find_variant, full_name, variant_names

__all__ = ["VARIANTS", "find_variant", "full_name", "variant_names"]
