import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.functional import TokenSpan as TokenSpan
from torchaudio._extension import fail_if_no_align as fail_if_no_align
from torchaudio.functional import forced_align as forced_align
from torchaudio.functional import merge_tokens as merge_tokens
