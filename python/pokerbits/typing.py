"""Types for annotations: all aliases and protocols in public signatures.

Cards: `CardsLike` stands for all forms of cards that functions accept. `CardRow` is one row, `CardRows` are several
rows, and `CardNames` is a sequence of names, which may be one row or several. `OneRowLike` is a row or names, and
`RowOfCards` a row in a sequence of rows.

Numbers: `Integer`, `IntegersLike`, `IndicesLike` (indices of `HandIndexer`), `OpponentsLike` (numbers of opponents),
`SupportsArray` (an array, or an object that NumPy converts to one).

Players: `PlayerLike` is a player of `equity`, `PlayerColumn` one of many spots, `RangeLike` a range, `RangeItems` an
argument of `Range`, `WeightsLike` a range or the weights of all combos, `ClustersLike` clusters of opponents' hands.

Options: `RngLike`, `ProgressLike`, `Errors` (of columns), `Rules`, `Dialect`, `Method`, `Street`, `StrengthKind`,
`Texture`. Games: `EquityGame` with `HighGame` and `HighLowGame`, `PotGame`, `RankedGame`, `CountedGame`, `GameName`,
`CardGameLike` with `CardGameName`. Abstractions: `BucketsLike`, `FeaturesLike`, `FeatureLike`, `FeatureName`, `Recall`,
`Metric`, `OutcomeKind`. Endgames: `Algorithm`, `EndgameGame`, `LabelsLike`, `LeafValues`, `Node`, `OmahaFeature`,
`Player`, `PlayerLabels`, `PolicyLike`, `Sides`, `SizesLike`, `Storage`, `StrategyLike`, `StreetLabels`, `StreetSizes`.

Results: `Buckets` is the result of a bucket lookup, `Columns` the result of `to_columns`.

Examples
--------
>>> import pokerbits as pb
>>> from pokerbits.typing import CardsLike
>>> def is_suited(hole: CardsLike) -> bool:
...     return pb.HAND_CLASSES[pb.cards.hand_class(hole)].endswith("s")
>>> is_suited("AsKs")
True
"""

from pokerbits._by_street import Errors
from pokerbits._equity.hand_percentile import RankedGame
from pokerbits._equity.range_rows import PlayerColumn
from pokerbits._equity.ranges import Method
from pokerbits._evaluator.games import EquityGame, HighGame, HighLowGame, PotGame
from pokerbits._evaluator.rules import Rules
from pokerbits._hand_strength.card_games import CardGameLike, CardGameName
from pokerbits._hand_strength.clusters import ClustersLike
from pokerbits._hand_strength.streets import Street
from pokerbits._hand_strength.table import StrengthKind
from pokerbits._indexer import IndicesLike
from pokerbits._indexer.games import GameName
from pokerbits._input.players import PlayerLike
from pokerbits._input.progress import ProgressLike
from pokerbits._input.rng import RngLike
from pokerbits._input.types import (
    CardNames,
    CardRow,
    CardRows,
    CardsLike,
    Integer,
    IntegersLike,
    OneRowLike,
    RowOfCards,
    SupportsArray,
)
from pokerbits._input.weights import WeightsLike
from pokerbits._odds.omaha_preflop import CountedGame
from pokerbits._odds.opponents import OpponentsLike
from pokerbits._output.columns import Columns
from pokerbits._public import publish_namespace
from pokerbits.abstraction._card_abstraction import Buckets
from pokerbits.abstraction._design import BucketsLike, FeatureLike, FeatureName, FeaturesLike, Recall
from pokerbits.abstraction._game_outcome_classes import OutcomeKind
from pokerbits.abstraction._histogram_kmeans import Metric
from pokerbits.endgame._betting import Node, Player, SizesLike, StreetSizes
from pokerbits.endgame._exploitability import Sides, StrategyLike
from pokerbits.endgame._hole_cards import EndgameGame
from pokerbits.endgame._labels import LabelsLike, PlayerLabels, StreetLabels
from pokerbits.endgame._leaves import LeafValues
from pokerbits.endgame._omaha_labels import OmahaFeature
from pokerbits.endgame._policies import PolicyLike
from pokerbits.endgame._solver import Algorithm, Storage
from pokerbits.ranges._range import Dialect, RangeItems, RangeLike
from pokerbits.reports._textures import Texture

__all__ = [
    "Algorithm",
    "Buckets",
    "BucketsLike",
    "CardGameLike",
    "CardGameName",
    "CardNames",
    "CardRow",
    "CardRows",
    "CardsLike",
    "ClustersLike",
    "Columns",
    "CountedGame",
    "Dialect",
    "EndgameGame",
    "EquityGame",
    "Errors",
    "FeatureLike",
    "FeatureName",
    "FeaturesLike",
    "GameName",
    "HighGame",
    "HighLowGame",
    "IndicesLike",
    "Integer",
    "IntegersLike",
    "LabelsLike",
    "LeafValues",
    "Method",
    "Metric",
    "Node",
    "OmahaFeature",
    "OneRowLike",
    "OpponentsLike",
    "OutcomeKind",
    "Player",
    "PlayerColumn",
    "PlayerLabels",
    "PlayerLike",
    "PolicyLike",
    "PotGame",
    "ProgressLike",
    "RangeItems",
    "RangeLike",
    "RankedGame",
    "Recall",
    "RngLike",
    "RowOfCards",
    "Rules",
    "Sides",
    "SizesLike",
    "Storage",
    "StrategyLike",
    "Street",
    "StreetLabels",
    "StreetSizes",
    "StrengthKind",
    "SupportsArray",
    "Texture",
    "WeightsLike",
]

publish_namespace(__name__)
