# packages: torch-ac
# needs: gym gymnasium cloudpickle typing_extensions farama-notifications gym-notices
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch_ac
from torch.distributions.categorical import Categorical

torch.manual_seed(0)


class Space:
    n = 3
    shape = (4,)


class Walk:
    observation_space = action_space = Space()

    def __init__(self):
        self.rng = np.random.default_rng(0)
        self.steps = 0

    def reset(self):
        self.steps = 0
        return self.rng.standard_normal(4).astype(np.float32), {}

    def step(self, action):
        self.steps += 1
        seen = self.rng.standard_normal(4).astype(np.float32)
        return seen, float(seen[0]) + 0.1 * (self.steps % 3), self.steps % 7 == 0, False, {}


class Model(nn.Module, torch_ac.ACModel):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3))
        self.critic = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, obs):
        dist = Categorical(logits=F.log_softmax(self.actor(obs), dim=1))
        return dist, self.critic(obs).squeeze(1)


def preprocess(obss, device=None):
    return torch.tensor(np.array(obss), device=device)


model = Model()
algo = torch_ac.PPOAlgo(
    [Walk()], model, None, 16, batch_size=16, recurrence=1, preprocess_obss=preprocess
)
losses = []
for step in range(3):
    exps, _ = algo.collect_experiences()
    logs = algo.update_parameters(exps)
    losses += [logs["policy_loss"], logs["value_loss"], logs["grad_norm"]]
