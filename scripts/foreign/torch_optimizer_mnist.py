# sources: torch-optimizer==0.3.0
# packages: pytorch-ranger
# script: examples/mnist.py
from images import write_mnist
from tensorboardX import scalars

write_mnist("../data", 8, 8)
losses = scalars
