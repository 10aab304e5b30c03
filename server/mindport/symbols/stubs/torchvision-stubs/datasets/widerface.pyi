import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets import WIDERFace as WIDERFace
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import download_file_from_google_drive as download_file_from_google_drive
from torchvision.datasets.utils import extract_archive as extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
