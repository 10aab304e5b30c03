import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import Country211 as Country211
from torchvision.datasets import ImageFolder as ImageFolder
from torchvision.datasets.folder import default_loader as default_loader
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
