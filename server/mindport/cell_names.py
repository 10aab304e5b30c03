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

# Names that the cells which stand for torch's layers use beside these: a class that derives from such
# a layer breaks it, whatever it stores there. Seen as above, with the layers run in both modes; what
# is stored under such a name with MindSpore's own meaning, as embedding_size, is not among them.
LAYER_ATTRIBUTES = {
    "torch.nn.Linear": frozenset(
        {"dense"}
    ),
    "torch.nn.Bilinear": frozenset(
        {"bias_add", "matmul"}
    ),
    "torch.nn.Conv1d": frozenset(
        {"bias_add", "conv2d", "expand_dims", "pads", "squeeze"}
    ),
    "torch.nn.Conv2d": frozenset(
        {"bias_add", "conv2d", "pads"}
    ),
    "torch.nn.Conv3d": frozenset(
        {"bias_add", "conv3d", "group", "pads"}
    ),
    "torch.nn.ConvTranspose1d": frozenset(
        {"bias_add", "conv2d_transpose", "expand_dims", "more", "shape", "squeeze"}
    ),
    "torch.nn.ConvTranspose2d": frozenset(
        {"bias_add", "conv2d_transpose", "padding_bottom", "padding_left", "padding_right", "padding_top",
         "shape"}
    ),
    "torch.nn.BatchNorm1d": frozenset(
        {"beta", "bn_infer", "bn_train", "gamma", "moving_mean", "moving_variance", "reshape", "shape"}
    ),
    "torch.nn.BatchNorm2d": frozenset(
        {"beta", "bn_infer", "bn_train", "gamma", "moving_mean", "moving_variance", "shape"}
    ),
    "torch.nn.BatchNorm3d": frozenset(
        {"bn2d", "reshape", "shape"}
    ),
    "torch.nn.InstanceNorm1d": frozenset(
        {"_cal_output"}
    ),
    "torch.nn.InstanceNorm2d": frozenset(
        {"_cal_output"}
    ),
    "torch.nn.LayerNorm": frozenset(
        {"beta", "epsilon", "gamma"}
    ),
    "torch.nn.GroupNorm": frozenset(
        {"_cal_output"}
    ),
    "torch.nn.RMSNorm": frozenset(
        {"axes"}
    ),
    "torch.nn.Embedding": frozenset(
        {"embedding_table", "gather", "get_shp", "reshape", "reshape_flat", "shp_flat"}
    ),
    "torch.nn.RNN": frozenset(
        {"_stacked_dynamic_rnn", "b_hh_list", "b_ih_list", "dropout_op", "is_lstm", "rnn", "w_hh_list",
         "w_ih_list"}
    ),
    "torch.nn.GRU": frozenset(
        {"_stacked_dynamic_rnn", "b_hh_list", "b_ih_list", "dropout_op", "is_lstm", "rnn", "w_hh_list",
         "w_ih_list"}
    ),
    "torch.nn.LSTM": frozenset(
        {"_stacked_dynamic_rnn", "b_hh_list", "b_ih_list", "dropout_op", "rnn", "w_hh_list", "w_ih_list"}
    ),
    "torch.nn.TransformerEncoderLayer": frozenset(
        {"_fed_forward"}
    ),
    "torch.nn.ReLU": frozenset(
        {"relu"}
    ),
    "torch.nn.AvgPool2d": frozenset(
        {"avg_pool", "is_expand"}
    ),
    "torch.nn.MaxPool2d": frozenset(
        {"max_pool", "use_pad"}
    ),
    "torch.nn.MSELoss": frozenset(
        {"cast", "get_axis", "get_loss", "mul", "reduce_mean"}
    ),
    "torch.nn.SmoothL1Loss": frozenset(
        {"smooth_l1_loss"}
    ),
}  # fmt: skip
# Names at which such a cell stores something itself: a method of the class is not found any more.
LAYER_METHODS = {
    "torch.nn.Linear": frozenset(
        {"has_bias"}
    ),
    "torch.nn.Bilinear": frozenset(
        {"has_bias"}
    ),
    "torch.nn.Conv1d": frozenset(
        {"bias_init", "data_format", "group", "has_bias", "pad_mode", "shape", "weight_init"}
    ),
    "torch.nn.Conv2d": frozenset(
        {"_dilation", "bias_init", "data_format", "group", "has_bias", "pad_mode", "weight_init"}
    ),
    "torch.nn.Conv3d": frozenset(
        {"bias_init", "concat", "data_format", "has_bias", "pad_mode", "shape", "split_0", "split_1",
         "weight_init"}
    ),
    "torch.nn.ConvTranspose1d": frozenset(
        {"bias_init", "cut", "data_format", "group", "has_bias", "is_pad", "is_same", "is_valid", "pad_mode",
         "weight_init"}
    ),
    "torch.nn.ConvTranspose2d": frozenset(
        {"bias_init", "data_format", "group", "has_bias", "is_pad", "is_same", "is_valid", "pad_mode",
         "weight_init"}
    ),
    "torch.nn.BatchNorm1d": frozenset(
        {"_check_input_dim", "_target", "assign_sub_mean", "assign_sub_var", "beta_init", "cast", "dtype",
         "format", "gamma_init", "moving_mean_init", "moving_var_init", "mul_mean", "mul_var",
         "parallel_mode", "reduce_mean", "sqrt", "square", "sub_mean", "sub_var", "use_batch_statistics"}
    ),
    "torch.nn.BatchNorm2d": frozenset(
        {"_check_input_dim", "_target", "assign_sub_mean", "assign_sub_var", "beta_init", "cast", "dtype",
         "format", "gamma_init", "moving_mean_init", "moving_var_init", "mul_mean", "mul_var",
         "parallel_mode", "reduce_mean", "reshape", "sqrt", "square", "sub_mean", "sub_var",
         "use_batch_statistics"}
    ),
    "torch.nn.BatchNorm3d": frozenset(
        {"_check_input_dim"}
    ),
    "torch.nn.LayerNorm": frozenset(
        {"begin_norm_axis", "begin_params_axis", "layer_norm"}
    ),
    "torch.nn.Embedding": frozenset(
        {"array_mul", "concat", "dtype", "expand", "init_tensor", "off_value", "on_value", "one_hot",
         "use_one_hot"}
    ),
    "torch.nn.RNN": frozenset(
        {"has_bias", "reverse", "reverse_sequence"}
    ),
    "torch.nn.GRU": frozenset(
        {"has_bias", "reverse", "reverse_sequence"}
    ),
    "torch.nn.LSTM": frozenset(
        {"has_bias", "is_lstm", "reverse", "reverse_sequence"}
    ),
    "torch.nn.GRUCell": frozenset(
        {"has_bias"}
    ),
    "torch.nn.LSTMCell": frozenset(
        {"has_bias", "support_non_tensor_inputs"}
    ),
    "torch.nn.MultiheadAttention": frozenset(
        {"dtype", "k_is_v", "q_is_k"}
    ),
    "torch.nn.TransformerEncoderLayer": frozenset(
        {"leaves_out_padding"}
    ),
    "torch.nn.Dropout": frozenset(
        {"dropout", "keep_prob"}
    ),
    "torch.nn.AvgPool2d": frozenset(
        {"ascend_910b_target", "format", "pad_mode"}
    ),
    "torch.nn.MaxPool2d": frozenset(
        {"format", "pad_mode"}
    ),
    "torch.nn.MSELoss": frozenset(
        {"average", "reduce", "reduce_sum"}
    ),
    "torch.nn.L1Loss": frozenset(
        {"average", "cast", "mul", "reduce", "reduce_mean", "reduce_sum"}
    ),
    "torch.nn.NLLLoss": frozenset(
        {"average", "cast", "mul", "reduce", "reduce_mean", "reduce_sum"}
    ),
    "torch.nn.BCEWithLogitsLoss": frozenset(
        {"bce_with_logits"}
    ),
}  # fmt: skip


def renamed(name: str) -> str:
    """What an attribute is called in the Cell instead."""
    return f"{name}_"
