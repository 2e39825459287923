"""The rules: movement, retreats, adjustments, and the calendar that leads from one to the next; for all variants.

atlas        a board in small integers, prepared once
table        a position in small integers
legality     which orders are possible in a position, whatever others do
intents      what the legal orders mean to the resolver: stay, go along a route, support, convoy
resolver     who arrives, whose support is cut, whose convoy is broken
fates        the outcome and the cause of every order
movement, retreats, adjustments   the three kinds of phases; `disorder` has the removals by rule
victory      who has won
turns        a turn played, and the phases passed on the way to the next
options      all orders that are possible in a position
"""
