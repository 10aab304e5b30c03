import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def leaf_function(fn: Callable = None, *, mutates_args: Set[builtins.str] = None) -> Callable: ...
from torch._dynamo import allow_c_slot as allow_c_slot
from torch._dynamo import allow_in_graph as allow_in_graph
from torch._dynamo import assume_constant_result as assume_constant_result
from torch._dynamo import disable as disable
from torch._dynamo import disable_nested_graph_breaks as disable_nested_graph_breaks
from torch._dynamo import disallow_in_graph as disallow_in_graph
from torch._dynamo import dont_skip_tracing as dont_skip_tracing
from torch._dynamo import error_on_graph_break as error_on_graph_break
from torch._dynamo import forbid_in_graph as forbid_in_graph
from torch._dynamo import graph_break as graph_break
from torch._dynamo import is_dynamo_disable_recursive as is_dynamo_disable_recursive
from torch._dynamo import mark_dynamic as mark_dynamic
from torch._dynamo import mark_static as mark_static
from torch._dynamo import mark_static_address as mark_static_address
from torch._dynamo import maybe_mark_dynamic as maybe_mark_dynamic
from torch._dynamo import nonstrict_trace as nonstrict_trace
from torch._dynamo import override_cudagraphs as override_cudagraphs
from torch._dynamo import override_optimization_hint as override_optimization_hint
from torch._dynamo import patch_dynamo_config as patch_dynamo_config
from torch._dynamo import run as run
from torch._dynamo import set_stance as set_stance
from torch._dynamo import skip_frame as skip_frame
from torch._dynamo import step_unsupported as step_unsupported
from torch._dynamo import substitute_in_graph as substitute_in_graph
