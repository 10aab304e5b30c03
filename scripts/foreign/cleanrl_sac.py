# sources: cleanrl==0.4.8
# script: cleanrl/sac_continuous_action.py --total-timesteps 40 --learning-starts 30 --batch-size 16 --episode-length 20
from tensorboardX import scalars

losses = scalars
