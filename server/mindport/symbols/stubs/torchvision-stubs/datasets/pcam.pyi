import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import PCAM as PCAM
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import _decompress as _decompress
from torchvision.datasets.utils import download_file_from_google_drive as download_file_from_google_drive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
