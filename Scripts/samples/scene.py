"""A picture that looks like a photo: a sun over hills and a lake, with the light of the evening."""

import math


def ridge(x, base, amplitude, seed):
    """The height of a chain of hills at `x` (0 to 1)."""
    return base + amplitude * (
        math.sin(5 * x + seed) + 0.5 * math.sin(13 * x + 2.1 * seed) + 0.2 * math.sin(37 * x + seed))


def mix(one, other, share):
    return tuple(a + (b - a) * share for a, b in zip(one, other))


def colour(x, y, aspect):
    """The color at `x` from the left and `y` from the top, both 0 to 1."""
    horizon = 0.66
    mirrored = y > horizon
    height = 2 * horizon - y if mirrored else y
    ripple = 0.006 * math.sin(240 * y * y) if mirrored else 0
    distance = math.hypot((x + ripple - 0.68) * aspect, height - 0.20)
    sky = mix((52, 96, 168), (250, 196, 140), min(1, max(0, height / horizon)) ** 1.6)
    pixel = mix(sky, (255, 236, 170), math.exp(-9 * distance))
    if distance < 0.085:
        pixel = (255, 247, 214)
    for base, amplitude, seed, shade in (
            (0.50, 0.035, 1.0, (128, 128, 160)), (0.57, 0.030, 2.6, (84, 100, 116)),
            (0.63, 0.018, 4.4, (44, 70, 66))):
        if height > ridge(x + ripple, base, amplitude, seed):
            pixel = mix(shade, sky, 0.12 + 0.08 * math.sin(60 * x + 25 * height))
    if mirrored:
        pixel = mix(pixel, (24, 52, 84), 0.35 + 0.4 * (y - horizon))
    shore = ridge(x, 0.93, 0.025, 5.5)
    if y > shore:
        grass = 0.5 + 0.5 * math.sin(150 * x) * math.sin(90 * y + 20 * x)
        pixel = mix((30, 58, 26), (86, 120, 40), grass)
    return tuple(min(255, max(0, int(channel + 0.5))) for channel in pixel)


def rows(width, height):
    """The picture as rows of (red, green, blue)."""
    aspect = width / height
    return [[colour((x + 0.5) / width, (y + 0.5) / height, aspect) for x in range(width)]
            for y in range(height)]


def turned_left(picture):
    """The same picture rotated counterclockwise by 90 degrees."""
    return [[row[x] for row in picture] for x in range(len(picture[0]) - 1, -1, -1)]
