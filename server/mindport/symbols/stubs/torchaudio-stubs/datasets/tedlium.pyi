import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_RELEASE_CONFIGS: builtins.dict
from torchaudio.datasets import TEDLIUM as TEDLIUM
from torchaudio.datasets.utils import _extract_tar as _extract_tar
