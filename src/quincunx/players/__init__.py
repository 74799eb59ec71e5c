"""Everything that picks a move."""

from quincunx.core import ForfeitError as ForfeitError
from quincunx.play.match import ADAPTIVE as ADAPTIVE
from quincunx.players.agents import Agent as Agent
from quincunx.players.agents import Picker as Picker
from quincunx.players.agents import player as player
from quincunx.players.external import AgentError as AgentError
from quincunx.players.external import OutageError as OutageError
from quincunx.players.external import Terms as Terms
from quincunx.players.levels import LEVELS as LEVELS
from quincunx.players.levels import LevelError as LevelError
from quincunx.players.levels import LevelPlayer as LevelPlayer
from quincunx.players.levels import Past as Past
from quincunx.players.levels import adaptive_level as adaptive_level
from quincunx.players.levels import distribution as distribution
