"""Hand strength against random hands, exact, for single hands and batches.

On a board of five the hand strength HS of two hole cards is (wins + ties / 2) / 990, over the 990 hands that an
opponent can hold. Before the river E[HS] and E[HS^2] are its means over every runout of the board. All is counted in
integers; floats appear once, at the end.

From the bottom up: `streets` numbers and checks hands, `hands` and `average_rank` answer for those that are asked
about, `clusters` groups the hands of an opponent, and `table` makes tables of every hand of a street.
"""
