import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_IS_ALIGN_AVAILABLE: Any
_IS_TORCHAUDIO_EXT_AVAILABLE: Any
_LG: Any
def _check_cuda_version(*args, **kwargs): ...
fail_if_no_align: Any
from torchaudio._extension.utils import _init_dll_path as _init_dll_path
from torchaudio._extension.utils import _load_lib as _load_lib
from torchaudio._internal.module_utils import fail_with_message as fail_with_message
from torchaudio._internal.module_utils import no_op as no_op
