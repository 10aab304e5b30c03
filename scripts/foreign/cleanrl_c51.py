# sources: cleanrl==0.4.8
# script: cleanrl/c51.py --total-timesteps 140 --learning-starts 100 --target-network-frequency 20 --batch-size 16 --v-min -10 --v-max 10 --n-atoms 21
from tensorboardX import scalars

losses = scalars
