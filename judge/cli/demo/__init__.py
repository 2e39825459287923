"""A whole game played over SMTP by scripted correspondents: what `judge demo` shows and what the walks test."""

from judge.cli.demo.show import demo

__all__ = ["demo"]
