import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
BUILTIN_MODELS: builtins.dict
M: Any
def _get_enum_from_fn(*args, **kwargs) -> builtins.type: ...
def register_model(name: builtins.str = None) -> Callable: ...
from torchvision.models import Weights as Weights
from torchvision.models import WeightsEnum as WeightsEnum
from torchvision.models import get_model as get_model
from torchvision.models import get_model_builder as get_model_builder
from torchvision.models import get_model_weights as get_model_weights
from torchvision.models import get_weight as get_weight
from torchvision.models import list_models as list_models
