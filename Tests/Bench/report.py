"""Writes docs/performance.md and its plots."""
import math
import os
import platform
import textwrap

from lines import HEAD as COLUMNS

HEAD = """# Performance

`make bench` writes this page. It runs fedauth and other programs for the same task in turn, so that the load of the machine
affects all of them equally, and compares medians. Instructions are counted by valgrind; they do not depend on the load, and not
on the processor. Other machines have other times but similar ratios. [DESIGN.md](../DESIGN.md#speed) says which rules follow.

{machine}

"""

PLOTS = """
## Start-up

![Start-up of fedauth and of other programs, in milliseconds](performance-start.svg)

## Entries of the encrypted file

`store put` writes the whole file, reads it back and moves it into place. `store get` reads the index and one value.

![Milliseconds of get, put and Tab against the number of entries](performance-entries.svg)

## Size of a page

A page with a form, and with cards, lists and links up to its size; the processor time includes the start and the request.

![Milliseconds of processor time against megabytes](performance-pages.svg)
"""

COLOURS = ("#1f77b4", "#d62728", "#2ca02c")
FONT = 'font-family="sans-serif" font-size="12"'


def write(folder, lines, goals):
    """Writes the page and the plots to `folder`."""
    os.makedirs(folder, exist_ok=True)
    table = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    table += ["| " + " | ".join(line.columns()) + " |" for line in lines]
    missed = [item for line in lines if line.why() for item in textwrap.wrap(
        "- " + line.why(), 128, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)]
    reasons = "\n## Why goals are missed\n\n" + "\n".join(missed) + "\n" if missed else ""
    save(folder, "performance.md", HEAD.format(machine=machine()) + "\n".join(table) + "\n" + reasons + PLOTS)
    save(folder, "performance-start.svg", bars(goals.starts))
    series = [(name, [(row[0], row[index]) for row in goals.entries]) for index, name in ((1, "get"), (2, "put"), (3, "Tab"))]
    save(folder, "performance-entries.svg", curves(series, "entries", logarithmic=True))
    save(folder, "performance-pages.svg", curves([("sign-in page", goals.pages)], "MB"))


def save(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def machine():
    """Returns one sentence on the machine, without names."""
    system = "Linux"
    try:
        system = platform.freedesktop_os_release().get("PRETTY_NAME", system)
    except OSError:
        pass
    return f"Measured on {system}, {platform.machine()}, {os.cpu_count()} processors, beside other work."


def svg(width, height, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *parts, "</svg>"]) + "\n"


def text(x, y, words, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" {FONT} text-anchor="{anchor}">{words}</text>'


def bars(rows):
    """Returns a plot with one bar for each name and its milliseconds."""
    largest = max(value for _, value in rows)
    parts = []
    for index, (name, value) in enumerate(rows):
        y = 10 + index * 26
        length = 380 * value / largest
        colour = COLOURS[0] if name.startswith(("fedauth", "Tab")) else "#999999"
        parts += [text(150, y + 14, name, "end"),
                  f'<rect x="158" y="{y}" width="{length:.1f}" height="18" fill="{colour}"/>',
                  text(164 + length, y + 14, f"{value:.1f} ms")]
    return svg(640, 20 + len(rows) * 26, parts)


def curves(series, unit, logarithmic=False):
    """Returns a plot of milliseconds against numbers; both axes are logarithmic if wanted."""
    points = [point for _, line in series for point in line]
    scale = math.log10 if logarithmic else float
    low = [scale(min(point[axis] for point in points)) if logarithmic else 0.0 for axis in (0, 1)]
    high = [scale(max(point[axis] for point in points)) for axis in (0, 1)]

    def place(x, y):
        return (60 + 480 * (scale(x) - low[0]) / (high[0] - low[0]), 260 - 230 * (scale(y) - low[1]) / (high[1] - low[1]))

    parts = ['<path d="M60 20V260H560" fill="none" stroke="#000000"/>', text(560, 295, unit, "end"), text(60, 14, "ms")]
    for x in sorted({point[0] for point in points}):
        parts.append(text(place(x, points[0][1])[0], 278, f"{x:g}", "middle"))
    steps = [low[1] + (high[1] - low[1]) * step / 4 for step in range(5)]
    for step in steps:
        value = 10 ** step if logarithmic else step
        y = 260 - 230 * (step - low[1]) / (high[1] - low[1])
        parts += [text(54, y + 4, f"{value:.3g}", "end"),
                  f'<path d="M60 {y:.1f}H560" stroke="#dddddd" fill="none"/>']
    for (name, line), colour in zip(series, COLOURS):
        places = [place(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(text(places[-1][0] + 6, places[-1][1] + 4, name))
    return svg(640, 305, parts)
