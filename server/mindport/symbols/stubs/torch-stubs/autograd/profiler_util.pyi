import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import collections
class EventMetadata(builtins.tuple):
    def __init__(self, registers_per_thread: Union[builtins.int, None], shared_memory: Union[builtins.int, None], grid: Union[List[builtins.int], None], block: Union[List[builtins.int], None], priority: Union[builtins.int, None], blocks_per_sm: Union[builtins.float, None], warps_per_sm: Union[builtins.float, None], occupancy: Union[Dict[builtins.str, Any], None], est_occupancy_pct: Union[builtins.float, None], queued: Union[builtins.int, None], graph_id: Union[builtins.int, None], graph_node_id: Union[builtins.int, None], stream: Union[builtins.int, None], context: Union[builtins.int, None], channel: Union[builtins.int, None], channel_type: Union[builtins.int, None], bytes: Union[builtins.int, None], bandwidth_gb_s: Union[builtins.float, None], collective_name: Union[builtins.str, None], dtype: Union[builtins.str, None], in_msg_nelems: Union[builtins.int, None], out_msg_nelems: Union[builtins.int, None], in_split_size: Union[builtins.str, None], out_split_size: Union[builtins.str, None], global_rank_start: Union[builtins.int, None], global_rank_stride: Union[builtins.int, None], group_size: Union[builtins.int, None], process_group_name: Union[builtins.str, None], process_group_desc: Union[builtins.str, None], group_ranks: Union[builtins.str, None], rank: Union[builtins.int, None], src_rank: Union[builtins.int, None], dst_rank: Union[builtins.int, None], seq: Union[builtins.int, None], is_async: Union[builtins.bool, None]) -> None: ...
    bandwidth_gb_s: Union[builtins.float, None]
    block: Union[List[builtins.int], None]
    blocks_per_sm: Union[builtins.float, None]
    bytes: Union[builtins.int, None]
    channel: Union[builtins.int, None]
    channel_type: Union[builtins.int, None]
    collective_name: Union[builtins.str, None]
    context: Union[builtins.int, None]
    dst_rank: Union[builtins.int, None]
    dtype: Union[builtins.str, None]
    est_occupancy_pct: Union[builtins.float, None]
    global_rank_start: Union[builtins.int, None]
    global_rank_stride: Union[builtins.int, None]
    graph_id: Union[builtins.int, None]
    graph_node_id: Union[builtins.int, None]
    grid: Union[List[builtins.int], None]
    group_ranks: Union[builtins.str, None]
    group_size: Union[builtins.int, None]
    in_msg_nelems: Union[builtins.int, None]
    in_split_size: Union[builtins.str, None]
    is_async: Union[builtins.bool, None]
    occupancy: Union[Dict[builtins.str, Any], None]
    out_msg_nelems: Union[builtins.int, None]
    out_split_size: Union[builtins.str, None]
    priority: Union[builtins.int, None]
    process_group_desc: Union[builtins.str, None]
    process_group_name: Union[builtins.str, None]
    queued: Union[builtins.int, None]
    rank: Union[builtins.int, None]
    registers_per_thread: Union[builtins.int, None]
    seq: Union[builtins.int, None]
    shared_memory: Union[builtins.int, None]
    src_rank: Union[builtins.int, None]
    stream: Union[builtins.int, None]
    warps_per_sm: Union[builtins.float, None]
class FormattedTimesMixin:
    def __init__(self) -> None: ...
    cpu_time: Any
    cpu_time_str: Any
    cpu_time_total_str: Any
    cuda_time: Any
    device_time: Any
    device_time_str: Any
    device_time_total_str: Any
    self_cpu_time_total_str: Any
    self_device_time_total_str: Any
class FunctionEventAvg(FormattedTimesMixin):
    def __init__(self) -> None: ...
    def add(self, other): ...
class Interval:
    def __init__(self, start, end) -> None: ...
    def elapsed_us(self): ...
class Kernel(builtins.tuple):
    def __init__(self, name, device, duration) -> None: ...
    device: Any
    duration: Any
    name: Any
class StringTable(collections.defaultdict): ...
def _attr_formatter(*args, **kwargs): ...
def _build_metadata(*args, **kwargs): ...
def _build_table(*args, **kwargs): ...
def _canonicalize_profiler_events(*args, **kwargs): ...
def _filter_name(*args, **kwargs): ...
def _filter_stack_entry(*args, **kwargs): ...
def _format_memory(*args, **kwargs): ...
def _format_time(*args, **kwargs): ...
def _format_time_share(*args, **kwargs): ...
def _rewrite_name(*args, **kwargs): ...
def _to_bool(*args, **kwargs) -> builtins.bool: ...
def _to_str(*args, **kwargs) -> builtins.str: ...
from torch.profiler import DeviceType as DeviceType
from torch.autograd.profiler import EventList as EventList
from torch.autograd.profiler import FunctionEvent as FunctionEvent
from torch.autograd.profiler import MemRecordsAcc as MemRecordsAcc
