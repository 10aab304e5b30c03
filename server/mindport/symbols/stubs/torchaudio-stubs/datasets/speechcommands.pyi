import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
EXCEPT_FOLDER: builtins.str
FOLDER_IN_ARCHIVE: builtins.str
HASH_DIVIDER: builtins.str
SAMPLE_RATE: builtins.int
URL: builtins.str
_CHECKSUMS: builtins.dict
def _get_speechcommands_metadata(*args, **kwargs) -> Tuple[builtins.str, builtins.int, builtins.str, builtins.str, builtins.int]: ...
def _load_list(*args, **kwargs): ...
from torchaudio.datasets import SPEECHCOMMANDS as SPEECHCOMMANDS
from torchaudio.datasets.utils import _extract_tar as _extract_tar
from torchaudio.datasets.utils import _load_waveform as _load_waveform
