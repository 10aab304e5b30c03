# sources: cleanrl==0.4.8
# script: cleanrl/td3_continuous_action.py --total-timesteps 130 --learning-starts 100 --batch-size 16 --episode-length 20
from tensorboardX import scalars

losses = scalars
