"""Texts for people, from Jinja templates: receipts, results, notices, help."""
