"""Mail as mail: bytes to letters, drafts to bytes, addresses and tokens."""
