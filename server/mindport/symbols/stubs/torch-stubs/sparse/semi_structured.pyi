import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class _SEMI_STRUCTURED_SPARSE_CONFIG(builtins.tuple):
    def __init__(self, sparse_min_rows, sparse_min_cols, dense_min_rows, dense_min_cols) -> None: ...
    dense_min_cols: Any
    dense_min_rows: Any
    sparse_min_cols: Any
    sparse_min_rows: Any
def _ensure_cusparselt_mm_registered(*args, **kwargs): ...
def _ensure_cutlass_mm_registered(*args, **kwargs): ...
from torch.sparse import SparseSemiStructuredTensor as SparseSemiStructuredTensor
from torch.sparse import SparseSemiStructuredTensorCUSPARSELT as SparseSemiStructuredTensorCUSPARSELT
from torch.sparse import SparseSemiStructuredTensorCUTLASS as SparseSemiStructuredTensorCUTLASS
from torch.sparse import to_sparse_semi_structured as to_sparse_semi_structured
