# sources: elegantrl
# needs: matplotlib gym gym-notices cloudpickle packaging pyparsing cycler contourpy kiwisolver fonttools pillow python-dateutil six
import numpy as np
import torch
from elegantrl.agents.AgentDQN import AgentD3QN
from elegantrl.agents.AgentPPO import AgentPPO
from elegantrl.agents.AgentTD3 import AgentTD3
from elegantrl.train.config import Config
from elegantrl.train.replay_buffer import ReplayBuffer

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []


def transitions(n, action):
    states, rewards = rng.standard_normal((n, 1, 3)), rng.standard_normal((n, 1))
    undones = (rng.random((n, 1)) > 0.1).astype(np.float32)
    return [torch.from_numpy(np.asarray(a, np.float32)) for a in (states, action, rewards, undones)]


for kind, actions in ((AgentD3QN, 4), (AgentTD3, 2)):
    args = Config(kind, None, {"env_name": "e", "state_dim": 3, "action_dim": actions, "if_discrete": kind is AgentD3QN, "num_envs": 1, "max_step": 9})
    args.batch_size, args.learning_rate, args.repeat_times = 8, 1e-3, 1.0
    agent = kind([16, 8], 3, actions, gpu_id=-1, args=args)
    agent.last_state = torch.zeros(1, 3)
    buffer = ReplayBuffer(64, 3, 1 if kind is AgentD3QN else actions, gpu_id=-1)
    chosen = rng.integers(0, 4, (24, 1, 1)) if kind is AgentD3QN else rng.standard_normal((24, 1, 2))
    buffer.update(transitions(24, chosen))
    losses += [float(value) for value in agent.update_net(buffer)]
model = agent.act
