# packages: grad-cam
# needs: opencv-python-headless pillow tqdm ttach matplotlib scikit-learn scipy joblib threadpoolctl contourpy cycler fonttools kiwisolver packaging pyparsing python-dateutil six cloudpickle narwhals
import numpy as np
import torch
from pytorch_grad_cam import GradCAM, GradCAMPlusPlus, EigenCAM
from pytorch_grad_cam.utils.model_targets import ClassifierOutputTarget

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.features = torch.nn.Sequential(torch.nn.Conv2d(3, 6, 3, stride=2), torch.nn.ReLU(), torch.nn.Conv2d(6, 8, 3), torch.nn.ReLU())
        self.head = torch.nn.Linear(8, 5)

    def forward(self, x):
        return self.head(self.features(x).mean((2, 3)))


model = Net().eval()
x = torch.from_numpy(rng.standard_normal((2, 3, 24, 24)).astype(np.float32))
losses = []
for method in (GradCAM, GradCAMPlusPlus, EigenCAM):
    with method(model=model, target_layers=[model.features[2]]) as cam:
        heat = cam(input_tensor=x, targets=[ClassifierOutputTarget(1), ClassifierOutputTarget(3)])
    losses += [float(heat.mean()), float(heat.std())]
