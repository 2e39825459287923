"""The rules: the resolver of movement, retreats, adjustments; shared by all variants."""
