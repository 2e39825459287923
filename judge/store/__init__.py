"""The database: tables, documents, inbox, outbox, games, upgrades."""
