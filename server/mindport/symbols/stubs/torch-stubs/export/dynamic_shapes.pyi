import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.export import Dim as T_Dim
from torch.fx.experimental.symbolic_shapes import StrictMinMaxConstraint as T_StrictMinMaxConstraint
import enum
Constraint: Any
class _Constraint:
    def __init__(self, t_id, dim, name, constraint_range) -> None: ...
    constraint_range: T_StrictMinMaxConstraint
    dim: builtins.int
    name: builtins.str
    serializable_spec: Any
    t_id: builtins.int
class _ConstraintTarget:
    def __init__(self, t_id: builtins.int, dim: builtins.int) -> None: ...
    dim: builtins.int
    t_id: builtins.int
class _DerivedConstraint:
    def __init__(self, t_id, dim, name, constraint_range, root, fn) -> None: ...
    constraint_range: T_StrictMinMaxConstraint
    dim: builtins.int
    fn: Callable
    name: builtins.str
    root: Union[_ConstraintTarget, _PhantomRoot]
    serializable_spec: Any
    t_id: builtins.int
class _DerivedDim(T_Dim):
    def __init__(self, name: builtins.str, root: T_Dim, fn: Callable) -> None: ...
    max: Any
    min: Any
class _DimHint:
    def __init__(self, type: _DimHintType, min: builtins.int = None, max: builtins.int = None, _factory: Union[builtins.bool, None] = True) -> None: ...
    @staticmethod
    def AUTO(): ...
    @staticmethod
    def DYNAMIC(): ...
    @staticmethod
    def STATIC(): ...
    def __call__(self, min = None, max = None) -> _DimHint: ...
    max: Union[builtins.int, None]
    min: Union[builtins.int, None]
    type: _DimHintType
class _DimHintType(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    AUTO: _DimHintType
    DYNAMIC: _DimHintType
    STATIC: _DimHintType
class _IntWrapper:
    def __init__(self, val: builtins.int, dynamism: Union[_DimHint, builtins.int, None] = ...) -> None: ...
    dynamism: Union[_DimHint, builtins.int, None]
    val: builtins.int
class _PhantomRoot:
    def __init__(self, name: builtins.str, constraint_range: T_StrictMinMaxConstraint, val: builtins.int) -> None: ...
    constraint_range: T_StrictMinMaxConstraint
    name: builtins.str
    val: builtins.int
class _RelaxedConstraint:
    def __init__(self, t_id, dim) -> None: ...
    dim: builtins.int
    serializable_spec: Any
    t_id: builtins.int
class _StaticDim(T_Dim):
    def __init__(self, value: builtins.int) -> None: ...
    max: Any
    min: Any
def _check_dynamic_shapes(*args, **kwargs): ...
def _combine_args(*args, **kwargs) -> Dict[builtins.str, Any]: ...
def _get_dim_name_mapping(*args, **kwargs): ...
def _process_dynamic_shapes(*args, **kwargs) -> List[Constraint]: ...
def _process_equalities(*args, **kwargs): ...
def _tree_map_with_path(*args, **kwargs): ...
def _warn_on_None_dynamic_shape_dimension(*args, **kwargs): ...
log: Any
def refine_dynamic_shapes_from_suggested_fixes(msg: builtins.str, dynamic_shapes: Union[Dict[builtins.str, Any], Tuple, List]) -> Union[Dict[builtins.str, Any], Tuple, List]: ...
from torch.export import AdditionalInputs as AdditionalInputs
from torch.export import Dim as Dim
from torch.export import ExportedProgram as ExportedProgram
from torch.utils._pytree import MappingKey as MappingKey
from torch.utils._pytree import SequenceKey as SequenceKey
from torch.export import ShapesCollection as ShapesCollection
from torch.utils._pytree import TreeSpec as TreeSpec
from torch.export import Dim as _Dim
from torch.export import dims as dims
from torch.utils._pytree import keystr as keystr
from torch.utils._pytree import tree_iter as tree_iter
from torch.utils._pytree import tree_map as tree_map
from torch.utils._pytree import tree_map_with_path as tree_map_with_path
from torch.utils._pytree import tree_structure as tree_structure
