import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import USPS as USPS
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.utils import _Image_fromarray as _Image_fromarray
from torchvision.datasets.utils import download_url as download_url
