"""Functions and methods of torch whose result shares no memory with what they got.

From torch 2.13: no result of its own tests' samples shares memory with an argument, and no schema
declares that it may.
"""

from __future__ import annotations

# Methods that have an in-place twin.
WITH_TWIN = frozenset(
    {"abs", "absolute", "acos", "acosh", "add", "addbmm", "addcdiv", "addcmul", "addmm",
     "addmv", "addr", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh",
     "asin", "asinh", "atan", "atan2", "atanh", "baddbmm", "bitwise_and", "bitwise_left_shift",
     "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "ceil", "clamp",
     "clamp_max", "clamp_min", "clip", "copysign", "cos", "cosh", "cumprod", "cumsum",
     "deg2rad", "digamma", "div", "divide", "eq", "erf", "erfc", "erfinv", "exp", "exp2",
     "expm1", "fix", "float_power", "floor", "floor_divide", "fmod", "frac", "gcd", "ge",
     "greater", "greater_equal", "gt", "heaviside", "hypot", "i0", "igamma", "igammac",
     "index_add", "index_copy", "index_fill", "index_put", "index_reduce", "lcm", "ldexp",
     "le", "lerp", "less", "less_equal", "lgamma", "log", "log10", "log1p", "log2",
     "logical_and", "logical_not", "logical_or", "logical_xor", "logit", "lt", "masked_fill",
     "masked_scatter", "mul", "multiply", "mvlgamma", "nan_to_num", "ne", "neg", "negative",
     "nextafter", "not_equal", "polygamma", "pow", "put", "rad2deg", "reciprocal", "relu",
     "remainder", "renorm", "round", "rsqrt", "scatter", "scatter_add", "scatter_reduce",
     "sgn", "sigmoid", "sign", "sin", "sinc", "sinh", "sqrt", "square", "sub", "subtract",
     "tan", "tanh", "tril", "triu", "true_divide", "trunc", "xlogy"}
)  # fmt: skip
FRESH = WITH_TWIN | frozenset(
    {"all", "allclose", "amax", "amin", "aminmax", "angle", "any", "arange", "argmax",
     "argmin", "argsort", "bincount", "bmm", "bucketize", "cat", "cdist", "clone",
     "column_stack", "concat", "concatenate", "corrcoef", "count_nonzero", "cov", "cross",
     "cummax", "cummin", "det", "diag", "diff", "dim", "dist", "dot", "dstack", "element_size",
     "empty", "empty_like", "equal", "eye", "flip", "fliplr", "flipud", "fmax", "fmin", "full",
     "full_like", "gather", "histc", "hstack", "index_select", "inner", "inverse",
     "is_contiguous", "is_floating_point", "isclose", "isfinite", "isin", "isinf", "isnan",
     "isneginf", "isposinf", "isreal", "item", "kron", "kthvalue", "linspace", "log_softmax",
     "logaddexp", "logcumsumexp", "logdet", "logspace", "logsumexp", "masked_select", "matmul",
     "matrix_exp", "max", "maximum", "mean", "median", "min", "minimum", "mm", "mode",
     "multinomial", "mv", "nanmean", "nansum", "ndimension", "nelement", "new_empty",
     "new_full", "new_ones", "new_tensor", "new_zeros", "nonzero", "norm", "numel", "ones",
     "ones_like", "outer", "prod", "quantile", "rand", "rand_like", "randint", "randint_like",
     "randn", "randn_like", "randperm", "repeat", "repeat_interleave", "roll", "rot90",
     "searchsorted", "size", "softmax", "sort", "stack", "std", "stride", "sum", "take",
     "take_along_dim", "tensor", "tile", "tolist", "topk", "trace", "tril_indices",
     "triu_indices", "unique", "unique_consecutive", "vander", "var", "vdot", "vstack",
     "where", "zeros", "zeros_like", "avg_pool1d", "avg_pool2d", "avg_pool3d", "batch_norm",
     "binary_cross_entropy", "binary_cross_entropy_with_logits", "conv1d", "conv2d", "conv3d",
     "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "cosine_similarity",
     "cross_entropy", "gelu", "grid_sample", "group_norm", "kl_div", "l1_loss",
     "layer_norm", "linear", "logsigmoid", "max_pool1d", "max_pool2d", "max_pool3d",
     "mse_loss", "nll_loss", "normalize", "one_hot", "pairwise_distance", "smooth_l1_loss",
     "softmin", "softplus"}
)  # fmt: skip
# Members that may show the memory of the tensor that they are asked of.
VIEW_METHODS = frozenset(
    {"t", "transpose", "permute", "view", "view_as", "narrow", "select", "squeeze", "unsqueeze",
     "expand", "expand_as", "broadcast_to", "diagonal", "swapaxes", "swapdims", "movedim", "moveaxis", "unfold",
     "flatten", "reshape"}
)  # fmt: skip
VIEW_ATTRIBUTES = frozenset({"T", "mT", "H", "mH", "real", "imag"})
