import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
FOLDER_IN_ARCHIVE: builtins.str
SAMPLE_RATE: builtins.int
URL: builtins.str
_CHECKSUMS: builtins.dict
_DATA_SUBSETS: builtins.list
def _download_librispeech(*args, **kwargs): ...
def _get_librispeech_metadata(*args, **kwargs) -> Tuple[builtins.str, builtins.int, builtins.str, builtins.int, builtins.int, builtins.int]: ...
from torchaudio.datasets import LibriSpeechBiasing as LibriSpeechBiasing
from torchaudio.datasets.utils import _extract_tar as _extract_tar
from torchaudio.datasets.utils import _load_waveform as _load_waveform
