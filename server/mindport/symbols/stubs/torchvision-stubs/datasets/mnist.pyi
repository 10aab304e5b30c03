import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
SN3_PASCALVINCENT_TYPEMAP: builtins.dict
def get_int(b: builtins.bytes) -> builtins.int: ...
def read_image_file(path: builtins.str) -> T_Tensor: ...
def read_label_file(path: builtins.str) -> T_Tensor: ...
def read_sn3_pascalvincent_tensor(path: builtins.str, strict: builtins.bool = True) -> T_Tensor: ...
from torchvision.datasets import EMNIST as EMNIST
from torchvision.datasets import FashionMNIST as FashionMNIST
from torchvision.datasets import KMNIST as KMNIST
from torchvision.datasets import MNIST as MNIST
from torchvision.datasets import QMNIST as QMNIST
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.utils import _Image_fromarray as _Image_fromarray
from torchvision.datasets.utils import _flip_byte_order as _flip_byte_order
from torchvision.datasets.utils import check_integrity as check_integrity
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import extract_archive as extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
