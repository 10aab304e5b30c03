"""Names that MindSpore's Cells use for themselves, and torch's modules leave to their owners.

Found by giving a Cell of MindSpore 2.10.0 each name of ``dir(nn.Cell())`` that torch's modules do
not have, with values of several kinds, and training and saving it then.
"""

from __future__ import annotations

# Whatever is stored there raises, breaks a method, or is replaced: ``phase`` by ``set_train``.
TAKEN = frozenset(
    {"_add_mixed_precision_flag", "_backward_hook", "_backward_pre_hook", "_cell_tag",
     "_cells", "_construct_sig", "_forward_hook", "_forward_hook_always_called",
     "_forward_hook_with_kwargs", "_forward_pre_hook", "_forward_pre_hook_with_kwargs",
     "_get_cell_parallel_mode", "_init_check", "_lazy_backward_hook",
     "_lazy_backward_pre_hook", "_lazy_forward_hook", "_lazy_forward_pre_hook",
     "_lazy_state_dict_hooks", "_lazy_state_dict_pre_hooks", "_parameter_layout_dict",
     "_params", "_params_list", "_phase", "_recompute_cell", "_self_check", "_set_attr_for_object",
     "_shard_fn", "_user_parameters", "add_flags", "add_flags_recursive", "bprop_debug",
     "cell_init_args", "cells", "cells_and_names", "check_names_and_refresh_name", "cls_name",
     "compile_cache", "compile_phase", "compiled", "construct", "create_time",
     "enable_backward_hook", "exist_names", "exist_objs", "extend_repr", "get_parameters",
     "has_bprop", "init_parameters_data", "jit_config_dict", "mixed_precision_type",
     "name_cells", "parallel_parameter_merge_net_dict", "parallel_parameter_name_list",
     "param_prefix", "parameter_layout_dict", "parameters_and_names", "parameters_dict",
     "phase", "phase_cache", "pipeline_segment", "pipeline_stage", "set_train",
     "trainable_params"}
)  # fmt: skip
# Numbers and lists may stay there; a layer or a parameter raises.
TAKEN_FOR_LAYERS = frozenset(
    {"IGNORE_LIST", "_add_attr", "_add_init_args", "_auto_prefix", "_call_custom_bprop",
     "_call_post_process", "_call_pre_process", "_check_construct_args",
     "_check_parameter_consistency", "_children_scope_recursive", "_complex_call",
     "_del_attr", "_dynamic_shape_inputs", "_get_attr_from_cell", "_get_compile_args",
     "_get_prims_recursively", "_init_flag", "_is_check_and_refresh", "_jit_backward_hook",
     "_jit_backward_pre_hook", "_jit_forward_hook", "_jit_forward_pre_hook",
     "_mp_comm_recompute", "_no_auto_lazy_inline", "_parallel_optimizer_comm_recompute",
     "_predict", "_recompute", "_recompute_slice_activation", "_run_construct",
     "_run_forward_hook", "_run_forward_pre_hook", "_run_grad_construct",
     "_set_attr_for_cell", "_set_attr_for_param_or_param_tuple",
     "_set_attr_for_parameter_in_list_or_tuple", "_set_attr_for_params",
     "_set_jit_graph_name", "_set_recompute_scope", "_set_scope",
     "_update_local_parameters_name", "cast_inputs", "check_names", "compile_and_run",
     "generate_scope", "get_flags", "get_func_graph_proto", "get_inputs",
     "get_mixed_precision_type", "get_scope", "get_sub_cell", "global_cells",
     "insert_child_to_cell", "insert_param_to_cell", "offload", "parameters_broadcast_dict",
     "recompute", "register_backward_pre_hook", "register_parameter_forward_hook",
     "register_saved_tensors_hooks", "remove_redundant_parameters", "requires_grad",
     "run_construct", "set_boost", "set_broadcast_flag", "set_comm_fusion",
     "set_data_parallel", "set_grad", "set_inputs", "set_jit_config",
     "set_mixed_precision_type", "shard", "to_float", "total_instance_count",
     "untrainable_params", "update_cell_prefix", "update_cell_type", "update_parameters_name"}
)  # fmt: skip
# Everything may be stored there, but ``register_buffer`` raises: the Cell has such an attribute.
TAKEN_FOR_BUFFERS = frozenset(
    {"_amp_level", "_bprop_debug", "_cell_backward_hook", "_cell_backward_pre_hook",
     "_compile_cache", "_compile_phase", "_compiled", "_create_time", "_exist_names",
     "_exist_objs", "_has_config_recompute", "_has_mutable_args_list", "_id", "_in_strategy",
     "_is_recursion_hook", "_jit_config_dict", "_jit_graph_name", "_lazy_construct_sig",
     "_lazy_forward_hook_always_called", "_lazy_forward_hook_with_kwargs",
     "_lazy_forward_pre_hook_with_kwargs", "_lazy_load_state_dict_post_hooks",
     "_lazy_load_state_dict_pre_hooks", "_lazy_non_persistent_buffers_set",
     "_lazy_user_parameters", "_out_strategy", "_parallel_parameter_merge_net_dict",
     "_parallel_parameter_name_list", "_param_prefix", "_phase_cache", "_primitives",
     "_saved_tensors_pack_hook", "_saved_tensors_unpack_hook", "_scope", "arguments_key",
     "cell_type", "grad_ops_label", "is_top_cell"}
)  # fmt: skip
# Methods of these names replace one that the Cell itself calls.
METHODS = frozenset(
    {"_backward_hook", "_backward_pre_hook", "_cell_tag", "_forward_hook",
     "_forward_pre_hook", "_set_attr_for_cell", "_set_attr_for_object", "cells",
     "cells_and_names", "construct", "extend_repr", "get_parameters", "insert_child_to_cell",
     "name_cells", "parameter_layout_dict", "parameters_and_names", "trainable_params"}
)  # fmt: skip


def renamed(name: str) -> str:
    """What an attribute is called in the Cell instead."""
    return f"{name}_"
