import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
SampleType: Any
URL: builtins.str
_CHECKSUMS: builtins.dict
from torchaudio.datasets import VCTK_092 as VCTK_092
from torchaudio.datasets.utils import _extract_zip as _extract_zip
