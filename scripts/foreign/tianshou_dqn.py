# packages: tianshou
# needs: gymnasium farama-notifications cloudpickle typing_extensions sensai-utils pettingzoo tensorboard absl-py grpcio markdown protobuf werkzeug markupsafe tensorboard-data-server deepdiff orderly-set cachebox h5py numba llvmlite overrides packaging pandas==2.2.3 python-dateutil pytz tzdata six tqdm matplotlib contourpy cycler fonttools kiwisolver pillow pyparsing
import gymnasium as gym
import numpy as np
import torch
from tianshou.algorithm import DQN, PPO
from tianshou.algorithm.algorithm_base import policy_within_training_step
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, ReplayBuffer
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic
from tianshou.utils.torch_utils import torch_train_mode

torch.manual_seed(0)
rng = np.random.default_rng(0)
observations = gym.spaces.Box(-1.0, 1.0, (4,), np.float32)
actions = gym.spaces.Discrete(3)
q_net = Net(state_shape=(4,), action_shape=3, hidden_sizes=[16, 16])
dqn = DQN(
    policy=DiscreteQLearningPolicy(model=q_net, action_space=actions, observation_space=observations),
    optim=AdamOptimizerFactory(lr=1e-2), gamma=0.9, n_step_return_horizon=2, target_update_freq=2,
)
actor = DiscreteActor(preprocess_net=Net(state_shape=(4,), hidden_sizes=[16]), action_shape=3)
critic = DiscreteCritic(preprocess_net=Net(state_shape=(4,), hidden_sizes=[16]))
ppo = PPO(
    policy=DiscreteActorPolicy(actor=actor, action_space=actions, observation_space=observations),
    critic=critic, optim=AdamOptimizerFactory(lr=1e-2), max_grad_norm=0.5, ent_coef=0.01,
)
model = torch.nn.ModuleList([q_net, actor, critic])


def filled(count):
    buffer = ReplayBuffer(size=count)
    observation = rng.standard_normal(4).astype(np.float32)
    for step in range(count):
        action = int(rng.integers(3))
        following = (0.9 * observation + 0.1 * (action - 1)).astype(np.float32)
        done = step % 10 == 9
        buffer.add(
            Batch(obs=observation, act=action, rew=float(following.sum()), terminated=done, truncated=False,
                  obs_next=following, info={})
        )
        observation = rng.standard_normal(4).astype(np.float32) if done else following
    return buffer


losses = []
buffer = filled(40)
for step in range(4):
    with policy_within_training_step(dqn.policy), torch_train_mode(dqn):
        losses.append(dqn.update(buffer=buffer, sample_size=0).loss)
with policy_within_training_step(ppo.policy), torch_train_mode(ppo):
    found = ppo.update(buffer=filled(30), batch_size=None, repeat=3)
losses += [found.loss.mean, found.actor_loss.mean, found.vf_loss.mean, found.ent_loss.mean]
