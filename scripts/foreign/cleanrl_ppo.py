# sources: cleanrl==0.4.8
# script: cleanrl/ppo.py --total-timesteps 192 --num-envs 2 --num-steps 32
from tensorboardX import scalars

losses = scalars
