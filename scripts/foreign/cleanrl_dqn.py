# sources: cleanrl==0.4.8
# script: cleanrl/dqn.py --total-timesteps 140 --learning-starts 100 --target-network-frequency 20 --batch-size 16
from tensorboardX import scalars

losses = scalars
