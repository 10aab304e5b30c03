import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
CSV: Any
from torchvision.datasets import CelebA as CelebA
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import check_integrity as check_integrity
from torchvision.datasets.utils import download_file_from_google_drive as download_file_from_google_drive
from torchvision.datasets.utils import extract_archive as extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
