"""Finding a picture in another.

* `find_template` - pixel by pixel, in one or a few sizes: for icons and parts of a screen. It needs NumPy only.
* `find_features` - by SIFT's points and MAGSAC++, with OpenCV: for photos that were scaled, rotated or cropped.
* `find_learned` - the same with XFeat's network, whose weights have to be provided.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from crab_gym.backends.base import Image
from crab_gym.vision.compare import grey
from crab_gym.vision.unavailable import VisionUnavailable, need

__all__ = ["FeatureMatch", "Match", "find_features", "find_learned", "find_template"]

Place = tuple[int, int, int, int]
_MIDDLE = 128  # subtracted, so that sums of squares of large pictures fit into 64 bits
_FLAT = 2.0  # standard deviation of grey below which a picture counts as flat
_MAX_SIDE = 1600  # larger pictures are scaled down to this
_RATIO = 0.75  # Lowe's
_MAX_ERROR = 3.0  # pixels between a point and its place by the homography
_MIN_POINTS = 8
_MIN_ALIKE = 0.82  # cosine of two of XFeat's descriptors


class Match(NamedTuple):
    """The best place of a picture: `score` is 1 for equal pixels, 0 for unrelated ones; `scale` is its relative size
    there.
    """

    score: float
    bounds: Place
    scale: float = 1.0


class FeatureMatch(NamedTuple):
    """The place of a picture in another, by their points.

    Attributes:
        inliers: Number of points that one homography explains; fewer than 8 may well be by chance.
        bounds: The rectangle around the picture there, not cut at the other's edges.
        homography: The map from the picture's pixels to the other's, three rows of three numbers.
    """

    inliers: int
    bounds: Place
    homography: tuple[tuple[float, ...], ...]


def _cv2() -> Any:
    return need("cv2", "opencv-python-headless", "vision")


def find_template(
    screen: Image, template: Image, scales: Sequence[float] = (1.0,), region: Place | None = None
) -> Match | None:
    """Returns the best place of a picture in another, None if it is larger in every size.

    The score is the normalised correlation of luma; for a picture of one colour, which has none, it derives from the
    root mean square difference. A score of 0.9 distinguishes parts of a screen from others; for icons of less than 30
    pixels, 0.93.

    Args:
        screen: The picture to look in.
        template: The picture to look for.
        scales: Sizes to try, relative to the template's own.
        region: The part of the screen to look in.
    """
    left, top, right, bottom = region or (0, 0, screen.shape[1], screen.shape[0])
    left, top = max(0, left), max(0, top)
    field, plane, best = _Field(grey(screen)[top:bottom, left:right]), grey(template), None
    for scale in scales:
        template_plane = plane
        height, width = (max(1, round(side * scale)) for side in template_plane.shape)
        if height > field.shape[0] or width > field.shape[1]:
            continue
        if (height, width) != template_plane.shape:
            method = Pillow.Resampling.BOX if scale < 1 else Pillow.Resampling.BICUBIC
            template_plane = np.asarray(Pillow.fromarray(template_plane).resize((width, height), method))
        score, (x, y) = field.best_place(template_plane)
        if best is None or score > best.score:
            best = Match(score, (left + x, top + y, left + x + width, top + y + height), scale)
    return best


class _Field:
    """A picture in which others are looked for, by products of Fourier transforms (Lewis 1995).

    Args:
        plane: Its luma, ``(H, W) uint8``.

    Attributes:
        shape: H and W.
    """

    def __init__(self, plane: npt.NDArray[np.uint8]) -> None:
        self.shape = plane.shape
        self._size = [_smooth(side) for side in plane.shape]
        whole = plane.astype(np.int64) - _MIDDLE
        self._spectrum = np.fft.rfft2(whole, self._size)
        self._sums, self._squares = _summed(whole), _summed(whole * whole)

    def best_place(self, plane: npt.NDArray[np.uint8]) -> tuple[float, tuple[int, int]]:
        """Returns the score of a smaller picture's best place, and that place's left and top."""
        height, width = plane.shape
        total, squares = (_windows(table, height, width) for table in (self._sums, self._squares))
        own = plane.astype(np.float64) - _MIDDLE
        if own.std() < _FLAT:
            error = np.maximum(squares - 2 * self._products(own) + (own * own).sum(), 0.0) / plane.size
            scores = 1.0 - np.sqrt(error) / 255.0
        else:
            own -= own.mean()
            spread = plane.size * squares - total * total  # whole numbers: 0 where all is of one colour
            scores = self._products(own) / np.sqrt(np.maximum(spread, 1) * ((own * own).sum() / plane.size))
            scores[spread == 0] = 0.0
        scores = np.round(scores, 6)  # of equal places the first, whatever the last digits are on this processor
        y, x = divmod(int(scores.argmax()), scores.shape[1])
        return min(1.0, float(scores[y, x])), (x, y)

    def _products(self, plane: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Returns for each place the sum of the products of the values there and those of a picture."""
        height, width = plane.shape
        spectrum = self._spectrum * np.fft.rfft2(plane, self._size).conj()
        sums: npt.NDArray[np.float64] = np.fft.irfft2(spectrum, self._size)
        return sums[: self.shape[0] - height + 1, : self.shape[1] - width + 1]


def _smooth(side: int) -> int:
    """Returns the next number without prime factors above 5, of which transforms are fast."""
    while True:
        rest = side
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return side
        side += 1


def _summed(plane: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Returns the sums of all values above and left of each place, ``(H + 1, W + 1)``."""
    return np.pad(plane.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _windows(sums: npt.NDArray[np.int64], height: int, width: int) -> npt.NDArray[np.int64]:
    """Returns the sum of the values in the window at each place, from `_summed`'s table."""
    return sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]


def find_features(screen: Image, template: Image, max_points: int = 2000) -> FeatureMatch | None:
    """Returns the place of a picture in another that shows it scaled, rotated or in part; None if there is none.

    Points and descriptors come from SIFT (Lowe 2004), pairs from Lowe's ratio test, the homography from MAGSAC++
    (Barath et al. 2020). The same pictures give the same result.

    Args:
        screen: The picture to look in.
        template: The picture to look for.
        max_points: Maximum number of points of each picture; the strongest are taken.

    Raises:
        VisionUnavailable: OpenCV is not installed.
    """
    cv2 = _cv2()
    features = []
    for image in (template, screen):
        plane, scale = _bounded(cv2, grey(image))
        points, descriptors = cv2.SIFT_create(nfeatures=max_points).detectAndCompute(plane, None)
        if descriptors is None or len(points) < _MIN_POINTS:
            return None
        features.append((np.array([point.pt for point in points], np.float32) / scale, descriptors))
    (own, own_marks), (there, there_marks) = features
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(own_marks, there_marks, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < _RATIO * pair[1].distance]
    source = own[[match.queryIdx for match in good]] if good else own[:0]
    target = there[[match.trainIdx for match in good]] if good else there[:0]
    return _agree(cv2, source, target, template.shape)


def _bounded(cv2: Any, plane: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.uint8], float]:
    scale = min(1.0, _MAX_SIDE / max(plane.shape))
    if scale == 1.0:
        return plane, 1.0
    size = (max(1, round(plane.shape[1] * scale)), max(1, round(plane.shape[0] * scale)))
    return cv2.resize(plane, size, interpolation=cv2.INTER_AREA), scale


def _agree(cv2: Any, source: npt.NDArray[Any], target: npt.NDArray[Any], shape: Sequence[int]) -> FeatureMatch | None:
    """Returns the homography that most pairs of points agree on, if it maps the picture to a visible shape."""
    if len(source) < _MIN_POINTS:
        return None
    matrix, mask = cv2.findHomography(source, target, cv2.USAC_MAGSAC, _MAX_ERROR, maxIters=5000, confidence=0.999)
    if matrix is None or not np.isfinite(matrix).all():
        return None
    height, width = shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64) @ matrix.T
    if (corners[:, 2] <= 1e-6).any():
        return None
    corners = corners[:, :2] / corners[:, 2:]
    # Seen from the front, its corners keep their direction of rotation and form a convex shape.
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (turns <= 1.0).any():
        return None
    # A point may be in several pairs; each place counts once.
    inlier_points = target[mask.ravel().astype(bool)]
    inliers = len(np.unique(np.round(inlier_points), axis=0))
    (left, top), (right, bottom) = np.floor(corners.min(axis=0) + 1e-3), np.ceil(corners.max(axis=0) - 1e-3)
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    return FeatureMatch(inliers, (int(left), int(top), int(right), int(bottom)), rows)


def find_learned(screen: Image, template: Image, weights: str | Path, max_points: int = 2048) -> FeatureMatch | None:
    """Returns the place of a picture in another, as `find_features`, by points of XFeat's network (Potje et al. 2024).

    CRAB uses this network.

    Args:
        screen: The picture to look in.
        template: The picture to look for.
        weights: The network's weights, a file ``xfeat.pt`` that its authors publish; nothing is downloaded.
        max_points: Maximum number of points of each picture.

    Raises:
        VisionUnavailable: kornia, PyTorch or the weights are missing.
    """
    cv2, kornia, torch = _cv2(), need("kornia.feature", "kornia"), need("torch", "torch")
    if not Path(weights).is_file():
        raise VisionUnavailable(f"there are no weights of XFeat at {weights}; save its authors' xfeat.pt there")
    network = kornia.XFeat(top_k=max_points)
    network.net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    network.eval()
    learned = []
    for image in (template, screen):
        plane, scale = _bounded(cv2, grey(image))
        pixels = torch.from_numpy(np.ascontiguousarray(plane))[None, None].float() / 255.0
        points = network.detectAndCompute(pixels, top_k=max_points)[0]
        learned.append((points["keypoints"].float() / scale, points["descriptors"]))
    (own, own_marks), (there, there_marks) = learned
    if min(len(own), len(there)) < _MIN_POINTS:
        return None
    alike = own_marks @ there_marks.T
    best, back = alike.argmax(dim=1), alike.argmax(dim=0)
    # Pairs of mutual nearest neighbours that are similar enough, as the network's authors match.
    mutual = (back[best] == torch.arange(len(own))) & (alike.max(dim=1).values > _MIN_ALIKE)
    return _agree(cv2, own[mutual].numpy(), there[best[mutual]].numpy(), template.shape)
