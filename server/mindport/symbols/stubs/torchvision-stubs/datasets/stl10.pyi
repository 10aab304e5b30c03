import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import STL10 as STL10
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import check_integrity as check_integrity
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
