import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import Imagenette as Imagenette
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.folder import default_loader as default_loader
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.folder import find_classes as find_classes
from torchvision.datasets.folder import make_dataset as make_dataset
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
