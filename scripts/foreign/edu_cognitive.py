# packages: EduCDM
# needs: longling==1.3.37 fire lxml pandas==2.2.3 scikit-learn scipy threadpoolctl joblib cloudpickle narwhals python-dateutil six pytz tzdata tqdm
import numpy as np
import torch
from EduCDM import NCDM, KaNCD

torch.manual_seed(0)
rng = np.random.default_rng(0)
students, exercises, skills = 8, 10, 5
batches = []
for _ in range(3):
    student = torch.from_numpy(rng.integers(0, students, (16,)))
    exercise = torch.from_numpy(rng.integers(0, exercises, (16,)))
    asked = torch.from_numpy(rng.integers(0, 2, (16, skills)).astype(np.float32))
    right = torch.from_numpy(rng.integers(0, 2, (16,)).astype(np.float32))
    batches.append((student, exercise, asked, right))

ncdm = NCDM(skills, exercises, students)
ncdm.train(batches, epoch=2, lr=0.002)
losses = [*ncdm.eval(batches)]
for student, exercise, asked, _ in batches:
    losses.append(ncdm.ncdm_net(student, exercise, asked).mean().item())

kancd = KaNCD(exer_n=exercises, student_n=students, knowledge_n=skills, mf_type="gmf", dim=4)
kancd.train(batches, batches, epoch_n=2, lr=0.002)
losses += [*kancd.eval(batches)]
for student, exercise, asked, _ in batches:
    losses.append(kancd.net(student, exercise, asked).mean().item())

