"""Search for evaluator keys.

The evaluator adds one key per card and looks the sum up, so sums of different hands must differ. `find_rank_keys` finds
the least such keys. They grow quickly with the number of cards, and seven cards still fit into 32 bits.
"""

import matplotlib.pyplot as plt

import pokerbits as pb

figure, ax = plt.subplots(figsize=(7, 5), layout="constrained")
for cards, marker in zip((2, 3, 5, 7), "osv^", strict=True):
    keys = pb.evaluator.keys.find_rank_keys(cards)
    # The first key is 0, which a logarithmic axis cannot show.
    ax.plot(range(3, 15), keys[1:], marker=marker, label=f"{cards} cards")
ax.axhline(2**32, linestyle=":", color="gray", label="2^32")
ax.set_yscale("log")
ax.set_xticks(range(3, 15), "3456789TJQKA")
ax.set_xlabel("rank")
ax.set_ylabel("key")
ax.set_title("Least keys with unique sums")
ax.legend()
plt.show()
