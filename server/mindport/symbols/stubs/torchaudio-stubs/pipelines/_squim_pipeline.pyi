import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.pipelines import SQUIM_OBJECTIVE as SQUIM_OBJECTIVE
from torchaudio.pipelines import SQUIM_SUBJECTIVE as SQUIM_SUBJECTIVE
from torchaudio.models import SquimObjective as SquimObjective
from torchaudio.pipelines import SquimObjectiveBundle as SquimObjectiveBundle
from torchaudio.models import SquimSubjective as SquimSubjective
from torchaudio.pipelines import SquimSubjectiveBundle as SquimSubjectiveBundle
from torchaudio.models import squim_objective_base as squim_objective_base
from torchaudio.models import squim_subjective_base as squim_subjective_base
