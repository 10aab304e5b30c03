import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import CocoCaptions as CocoCaptions
from torchvision.datasets import CocoDetection as CocoDetection
from torchvision.datasets import VisionDataset as VisionDataset
