# sources: cleanrl==0.4.8
# script: cleanrl/ppo_continuous_action.py --total-timesteps 96 --num-steps 48 --n-minibatch 2 --update-epochs 3
from tensorboardX import scalars

losses = scalars
