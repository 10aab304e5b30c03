import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import StanfordCars as StanfordCars
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.folder import default_loader as default_loader
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
