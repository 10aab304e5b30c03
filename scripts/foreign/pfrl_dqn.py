# packages: pfrl
# needs: gym gym-notices cloudpickle filelock pillow scipy
import numpy as np
import pfrl
import torch

torch.manual_seed(0)
rng = np.random.default_rng(0)
network = pfrl.q_functions.FCStateQFunctionWithDiscreteAction(3, 2, 8, 1)
optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
agent = pfrl.agents.DoubleDQN(
    network, optimizer, pfrl.replay_buffers.ReplayBuffer(100), 0.9, explorer=pfrl.explorers.Greedy(), replay_start_size=10,
    minibatch_size=8, update_interval=1, target_update_interval=10, gpu=-1
)
losses = []
state = rng.standard_normal(3).astype(np.float32)
for step in range(30):
    action = agent.act(state)
    state = rng.standard_normal(3).astype(np.float32)
    agent.observe(state, float(state[0]) + float(action), step % 10 == 9, False)
losses = [float(value) for _, value in agent.get_statistics() if value == value]
