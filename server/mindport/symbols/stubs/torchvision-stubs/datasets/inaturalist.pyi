import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
CATEGORIES_2021: builtins.list
DATASET_MD5: builtins.dict
DATASET_URLS: builtins.dict
from torchvision.datasets import INaturalist as INaturalist
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
