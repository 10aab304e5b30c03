import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _apply_op(*args, **kwargs): ...
from torchvision.transforms import AugMix as AugMix
from torchvision.transforms import AutoAugment as AutoAugment
from torchvision.transforms import AutoAugmentPolicy as AutoAugmentPolicy
from torchvision.transforms import InterpolationMode as InterpolationMode
from torchvision.transforms import RandAugment as RandAugment
from torchvision.transforms import TrivialAugmentWide as TrivialAugmentWide
