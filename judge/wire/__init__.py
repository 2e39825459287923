"""The edges: SMTP and LMTP in, SMTP or Maildir out, the scheduler and the clock."""
