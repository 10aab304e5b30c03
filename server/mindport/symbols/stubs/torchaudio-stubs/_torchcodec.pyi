import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio import load_with_torchcodec as load_with_torchcodec
from torchaudio import save_with_torchcodec as save_with_torchcodec
