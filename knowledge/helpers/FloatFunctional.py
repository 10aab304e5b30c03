from mindspore import mint, nn


class FloatFunctional(nn.Cell):
    """Plain operations as methods, where torch.nn.quantized.FloatFunctional watches their results.

    Equals it before quantisation is prepared.
    """

    def add(self, x, y):
        return x + y

    def add_scalar(self, x, y):
        return x + y

    def add_relu(self, x, y):
        return mint.nn.functional.relu(x + y)

    def mul(self, x, y):
        return x * y

    def mul_scalar(self, x, y):
        return x * y

    def cat(self, x, dim=0):
        return mint.cat(x, dim)

    def matmul(self, x, y):
        return mint.matmul(x, y)
