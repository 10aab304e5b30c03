from mindspore import mint


def adaptive_max_pool1d_with_indices(input, output_size, return_indices=False) -> tuple:
    """The greatest number of each part of the last axis, and its place: (N, C, L) to (N, C, S) each.

    Equals torch.nn.functional.adaptive_max_pool1d_with_indices.
    """
    size = output_size if isinstance(output_size, int) else output_size[0]
    rows = input.unsqueeze(-2)
    values, places = mint.nn.functional.adaptive_max_pool2d(rows, (1, size), return_indices=True)
    return values.squeeze(-2), places.squeeze(-2)
