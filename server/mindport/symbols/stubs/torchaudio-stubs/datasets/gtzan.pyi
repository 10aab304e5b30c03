import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
FOLDER_IN_ARCHIVE: builtins.str
URL: builtins.str
_CHECKSUMS: builtins.dict
filtered_test: builtins.list
filtered_train: builtins.list
filtered_valid: builtins.list
gtzan_genres: builtins.list
def load_gtzan_item(fileid: builtins.str, path: builtins.str, ext_audio: builtins.str) -> Tuple[T_Tensor, builtins.str]: ...
from torchaudio.datasets import GTZAN as GTZAN
from torchaudio.datasets.utils import _extract_tar as _extract_tar
