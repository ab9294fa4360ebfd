"""Skies, mountains, woods, water and light of landscapes, by fractal noise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from photo import SCALE, Color, Photo
from PIL import Image, ImageDraw, ImageFilter

from crab_sim.draw.noise import noise

Field = NDArray[np.float64]


def smooth(low: float | Field, high: float | Field, value: Field) -> Field:
    """Returns 0 below `low`, 1 above `high`, and a smooth step between them."""
    share = np.clip((value - low) / (high - low), 0, 1)
    return np.asarray(share * share * (3 - 2 * share))


class Scenery:
    """Paints natural things over a photo, each over what is there; lengths are in pixels of the finished photo.

    Args:
        photo: The photo.
    """

    def __init__(self, photo: Photo) -> None:
        self.photo = photo
        self.across = (np.arange(photo.width * SCALE) + 0.5) / SCALE
        self.down = (np.arange(photo.height * SCALE) + 0.5) / SCALE
        self.seed = 7 * len(photo.name) + sum(map(ord, photo.name))

    def fractal(self, wide: float, high: float, octaves: int = 5, ridged: bool = False) -> Field:
        """Returns noise from 0 to 1, (h, w); each call draws other noise.

        Args:
            wide: Width of its largest features.
            high: Their height.
            octaves: Number of sizes of features, each half the one before.
            ridged: Whether it has sharp ridges.
        """
        self.seed += 101
        total = np.zeros((len(self.down), len(self.across)))
        for octave in range(octaves):
            layer = noise(self.across / wide * 2**octave, self.down / high * 2**octave, self.seed + octave)
            total += (1 - abs(2 * layer - 1) if ridged else layer) / 2**octave
        return np.asarray(total / (2 - 2 / 2**octaves))

    def _places(self, shift: Field) -> NDArray[np.int64]:
        """Returns the columns that lie beside each pixel by a shift (h, w)."""
        last = len(self.across) - 1
        return np.clip(np.arange(last + 1) + shift * SCALE, 0, last).astype(np.int64)

    def outline(self, base: float, swing: float, size: float, octaves: int = 6) -> Field:
        """Returns the heights of a line along the photo, (w,).

        Args:
            base: Its mean height.
            swing: How far it rises and falls.
            size: Width of its largest features.
            octaves: Number of sizes of features, each half the one before.
        """
        self.seed += 101
        total, weights = np.zeros(len(self.across)), 0.0
        for octave in range(octaves):
            layer = noise(self.across / size * 2**octave, np.zeros(1), self.seed + octave)[0]
            total += layer / 1.9**octave
            weights += 1 / 1.9**octave
        return np.asarray(base - swing * (2 * total / weights - 1))

    def peaks(self, tops: Sequence[tuple[float, float]], steep: float, rough: float) -> Field:
        """Returns the heights of mountains with tops at points, whose flanks fall as steeply as is said."""
        flanks = [y + steep * abs(self.across - x) * (1 + 0.0012 * abs(self.across - x)) for x, y in tops]
        return np.asarray(np.min(flanks, axis=0) + self.outline(0, rough, 46, 6) + self.outline(0, rough / 3, 7, 3))

    def mix(self, color: Color | Field, share: Field) -> None:
        """Blends a colour, or pixels (h, w, 3), over the photo, by a share (h, w); both are broadcast to its size."""
        below = np.asarray(self.photo.image, np.float64)
        mixed = below + (np.asarray(color, np.float64) - below) * share[..., None]
        self.photo.image = Image.fromarray(np.asarray(np.clip(mixed + 0.5, 0, 255), np.uint8))
        self.photo.pen = ImageDraw.Draw(self.photo.image)

    def sky(self, *stops: tuple[float, Color]) -> None:
        """Fills the photo with colours at heights, and those between them."""
        heights = [height for height, _ in stops]
        planes = [np.interp(self.down, heights, [color[plane] for _, color in stops]) for plane in range(3)]
        self.mix(np.stack(planes, axis=-1)[:, None, :], np.ones((1, 1)))

    def light(self, x: float, y: float, reach: float, color: Color, strength: float = 1.0) -> None:
        """Adds a glow around a point.

        Args:
            x: The point, from the left.
            y: The point, from the top.
            reach: The distance at which half of the strength is left.
            color: The light's colour.
            strength: The colour's share at the point.
        """
        distance = ((self.across - x)[None, :] ** 2 + (self.down - y)[:, None] ** 2) / reach**2
        self.mix(color, np.clip(strength / (1 + distance) - 0.02, 0, 1))

    def clouds(self, top: float, bottom: float, bright: Color, dark: Color, cover: float, size: float = 170) -> None:
        """Draws clouds.

        Args:
            top: The height above which there are none.
            bottom: The height below which there are none.
            bright: Their colour above.
            dark: Their colour below.
            cover: Their share of the sky.
            size: Width of the largest.
        """
        shape = self.fractal(size, size * 0.38, 6)
        middle, half = (top + bottom) / 2, (bottom - top) / 2
        inside = np.clip(1 - ((self.down - middle) / half) ** 2, 0, 1)[:, None]
        lift = 14 * SCALE
        density = smooth(0, 0.22, shape - (1 - cover) * 0.72 - 0.3 * (1 - inside))
        above = np.concatenate([shape[lift:], np.repeat(shape[-1:], lift, 0)])
        shade = smooth(-0.12, 0.16, above - shape)[..., None]
        self.mix(np.array(dark) + (np.array(bright, np.float64) - dark) * shade, density * np.minimum(1, 3 * inside))

    def land(
        self,
        crest: Field,
        lit: Color,
        shaded: Color,
        grain: float = 40,
        flat: float = 1.0,
        haze: tuple[Color, float, float] = ((0, 0, 0), 0, 0),
        snow: float = 0,
        contrast: float = 5.0,
    ) -> None:
        """Fills what is below a line with slopes in light and shade.

        Args:
            crest: The line's heights.
            lit: Colour of slopes in the light, which comes from the left.
            shaded: Colour of slopes in the shade.
            grain: Width of the largest slopes.
            flat: Their height in relation to their width.
            haze: A colour, its share at the crest, and its share 160 pixels below.
            snow: How far snow reaches below the crest.
            contrast: How hard the light is.
        """
        depth = self.down[:, None] - crest[None, :]
        blur = 24 * SCALE
        soft = np.convolve(np.pad(crest, blur, "edge"), np.ones(2 * blur + 1) / (2 * blur + 1), "valid")
        facing = -np.gradient(soft, self.across)
        # spurs run down the flanks, and not quite straight
        bend = (self.fractal(grain, grain * flat, 5) - 0.5) * grain * 1.6 - np.clip(depth, 0, 160) * facing * 0.5
        columns = self._places(-bend)
        relief = np.take_along_axis(self.fractal(grain, grain * flat, 5, ridged=True), columns, 1)
        step = 2 * SCALE
        slope = np.pad(relief, ((0, step), (0, step)), "edge")[step:, step:] - relief
        light = smooth(-1, 1, slope * contrast + 1.1 * facing[columns])[..., None]
        pixels = np.array(shaded) + (np.array(lit, np.float64) - shaded) * light
        if snow:
            white = np.array((150, 168, 204)) + np.array((100, 84, 50)) * light
            pixels += (white - pixels) * smooth(-0.1, 0.1, 1 - depth / snow + 1.6 * (relief - 0.62))[..., None]
        color, near, far = haze
        share = np.clip(near + (far - near) * depth / 160, 0, 1)[..., None]
        self.mix(pixels + (np.array(color) - pixels) * share, np.clip(depth * SCALE + 0.5, 0, 1))

    def water(self, top: float, deep: Color, clear: float = 0.75, ripple: float = 1.0) -> None:
        """Fills the lower rows with water that mirrors what is above them.

        Args:
            top: The first row.
            deep: The water's own colour.
            clear: The share of what it mirrors, in the first row.
            ripple: How strong the ripples are.
        """
        ripples = self.fractal(70, 5, 4) - 0.5
        depth = np.maximum(0, self.down[:, None] - top)
        source = (2 * top - self.down[:, None]) * SCALE - 1 + ripples * depth * ripple * SCALE
        above = np.asarray(self.photo.image.filter(ImageFilter.GaussianBlur(1.6 * SCALE)), np.float64)
        columns = self._places(ripples * (6 + depth * 0.5) * ripple)
        mirrored = above[np.clip(source, 0, top * SCALE - 2).astype(int), columns]
        share = clear * np.clip(1 - depth / 420, 0.25, 1) + 0.25 * ripples
        pixels = np.array(deep) + (mirrored - np.array(deep)) * np.clip(share, 0, 1)[..., None]
        self.mix(pixels, np.where(self.down >= top, 1.0, 0.0)[:, None])

    def ground(self, top: float, far: Color, near: Color, dark: float = 0.3, size: float = 26) -> None:
        """Fills the lower rows with grass or snow, whose texture grows towards the viewer.

        Args:
            top: The first row.
            far: The colour there.
            near: The colour in the last row.
            dark: How much the texture darkens and brightens.
            size: Width of its features in the last row.
        """
        depth = np.clip((self.down - top) / (self.photo.height - top), 0.002, 1)
        texture = np.zeros((len(self.down), len(self.across)))
        for weight, scale in ((0.5, 4.0), (0.3, 1.0), (0.2, 0.35)):
            self.seed += 101
            # perspective: at depth d of the ground, a thing is as wide as d
            rows = np.log(depth * 20 + 1) * 70 / scale / size
            texture += weight * noise(self.across / size / scale, rows, self.seed)
        share = depth[:, None, None]
        pixels = np.array(far) * (1 - share) + np.array(near) * share
        pixels = pixels * (1 + dark * (2 * texture[..., None] - 1) * np.sqrt(share))
        self.mix(pixels, np.clip((self.down[:, None] - top) * SCALE + 0.5, 0, 1))

    def conifers(
        self, feet: Sequence[tuple[float, float]], height: float, color: Color, snow: Color | None = None
    ) -> None:
        """Draws firs.

        Args:
            feet: The points on which they stand.
            height: Their mean height.
            color: Their colour.
            snow: Colour of the snow on their left sides; None for no snow.
        """
        for x, y in feet:
            tall = height * self.photo.random.uniform(0.65, 1.15)
            half, tiers = tall * 0.21, max(4, round(tall / 9))
            side: list[list[tuple[float, float]]] = [[(x, y - tall)], [(x, y - tall)]]
            for tier in range(1, tiers + 1):
                low = y - tall + tall * 0.94 * tier / tiers
                for points, sign in zip(side, (-1, 1), strict=True):
                    reach = sign * half * tier / tiers * self.photo.random.uniform(0.75, 1.15)
                    points += [(x + reach, low), (x + reach * 0.45, low - tall * 0.02)]
            self.photo.box(x - tall * 0.03, y - tall * 0.1, x + tall * 0.03, y, color)
            self.photo.polygon([*side[0], *reversed(side[1])], color)
            if snow is not None:
                for left in side[0][1::2]:
                    self.photo.line([(x, left[1] - tall * 0.09), left], snow, max(1.0, tall * 0.025))

    def finish(self, warm: Color = (255, 240, 214)) -> None:
        """Darkens the corners, tints the whole, and softens what a JPEG file of few bytes can't hold."""
        x, y = (self.across / self.photo.width - 0.5)[None, :], (self.down / self.photo.height - 0.5)[:, None]
        self.mix((8, 8, 14), np.clip(0.55 * (x * x + y * y) - 0.06, 0, 1))
        self.mix(warm, np.full((1, 1), 0.04))
        self.photo.soft(0.75)
