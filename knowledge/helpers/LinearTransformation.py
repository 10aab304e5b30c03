import mindspore as ms


class LinearTransformation:
    """A tensor (..., c, h, w), flattened, less a vector and multiplied with a square matrix.

    Equals torchvision.transforms.LinearTransformation.
    """

    def __init__(self, transformation_matrix, mean_vector):
        length, width = transformation_matrix.shape
        if length != width or mean_vector.shape[0] != length:
            raise ValueError("The matrix is square, and the vector as long", length, width)
        self.transformation_matrix = transformation_matrix
        self.mean_vector = mean_vector

    def __call__(self, tensor) -> ms.Tensor:
        flat = tensor.reshape(-1, self.mean_vector.shape[0]) - self.mean_vector
        return flat.matmul(self.transformation_matrix).reshape(tensor.shape)
