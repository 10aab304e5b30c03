import mindspore as ms
import PIL.Image
from helper import tree_flatten, tree_unflatten


class ImageTransform:
    """A base for transforms: they have transform(inpt, params), and make_params(flat_inputs).

    Of what is called, with lists, tuples and dictionaries around it, PIL images are transformed, or
    else the first tensor. Equals torchvision.transforms.v2.Transform.
    """

    def check_inputs(self, flat_inputs):
        pass

    def make_params(self, flat_inputs):
        return {}

    def transform(self, inpt, params):
        raise NotImplementedError

    def __call__(self, *inputs):
        flat, spec = tree_flatten(inputs if len(inputs) > 1 else inputs[0])
        self.check_inputs(flat)
        chosen = [i for i, one in enumerate(flat) if isinstance(one, PIL.Image.Image)]
        if not chosen:
            chosen = [i for i, one in enumerate(flat) if isinstance(one, ms.Tensor)][:1]
        params = self.make_params([flat[i] for i in chosen])
        for i in chosen:
            flat[i] = self.transform(flat[i], params)
        return tree_unflatten(flat, spec)
