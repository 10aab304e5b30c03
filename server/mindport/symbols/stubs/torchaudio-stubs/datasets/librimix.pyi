import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_TASKS_TO_MIXTURE: builtins.dict
from torchaudio.datasets import LibriMix as LibriMix
from torchaudio.datasets.utils import _load_waveform as _load_waveform
