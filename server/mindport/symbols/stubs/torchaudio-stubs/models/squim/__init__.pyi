import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.models import SquimObjective as SquimObjective
from torchaudio.models import SquimSubjective as SquimSubjective
from torchaudio.models import squim_objective_base as squim_objective_base
from torchaudio.models import squim_objective_model as squim_objective_model
from torchaudio.models import squim_subjective_base as squim_subjective_base
from torchaudio.models import squim_subjective_model as squim_subjective_model
