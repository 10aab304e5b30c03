import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2 import UniformTemporalSubsample as UniformTemporalSubsample
