import { area, cloud, disc, height, many, rect, type Scene, sky, stroke, width } from "./frame.ts";

export const skyline: Scene = (dice) => {
  const [high, low, far, near, lit] = dice.pick([
    ["#cfe3f1", "#f4f1ea", "#b9cad8", "#93abc0", "#f6efdc"],
    ["#f6b7a6", "#fde3c6", "#cf9aa6", "#9c7590", "#fde7a9"],
    ["#3c4673", "#8b7fae", "#525a88", "#353c66", "#fbdf9a"],
  ] as const);
  const row = (base: number, tall: number, fill: string, step: number) =>
    many(Math.ceil(width / step) + 1, (index) => {
      const h = dice.between(tall * 0.5, tall);
      const x = index * step - 20;
      const windows = many(8, () =>
        rect(
          x + 10 + dice.between(0, 3) * ((step - 20) / 4),
          base - h + 16 + dice.between(0, 5) * 34,
          10,
          16,
          lit,
          'fill-opacity="0.7"',
        ),
      );
      return rect(x, base - h, step - 4, h + 260, fill) + windows;
    });
  return [
    sky(high, low),
    disc(dice.between(100, 540), 150, 44, "#fff3cf", 0.9),
    cloud(dice.between(80, 560), 110, 0.7, "#fff", 0.35),
    row(560, 300, far, 84),
    row(640, 260, near, 108),
  ].join("");
};

/** A row of gabled houses along a canal. */
export const houses: Scene = (dice) => {
  const walls = dice.some(["#d98f6f", "#e6bf83", "#a7b89a", "#b7c7d6", "#c98a86", "#e9d3b6", "#8fa7b8"], 6);
  const [high, low] = dice.pick([
    ["#d5e8f0", "#f8f1e6"],
    ["#f9dcc6", "#fdf1e0"],
  ] as const);
  return [
    sky(high, low, low),
    cloud(dice.between(60, 580), 130, 0.9),
    many(6, (index) => {
      const x = index * 112 - 16;
      const top = dice.between(210, 290);
      const gable = dice.chance(0.5)
        ? `M${x} ${top}L${x + 54} ${top - 80}L${x + 108} ${top}V640H${x}Z`
        : `M${x} ${top}H${x + 18}V${top - 28}H${x + 34}V${top - 56}H${x + 74}V${top - 28}H${x + 90}V${top}H${x + 108}V640H${x}Z`;
      const panes = many(6, (pane) =>
        rect(x + 20 + (pane % 2) * 42, top + 30 + Math.floor(pane / 2) * 84, 26, 50, "#fdf6e6", 'fill-opacity="0.85"'),
      );
      return area(gable, walls[index % walls.length] ?? "#d98f6f") + panes;
    }),
    rect(0, 600, width, 36, "#cdb9a3"),
    rect(0, 636, width, height - 636, "#9fc0c6"),
    stroke("M30 670H220M300 690H520M90 730H280M420 750H620", "#fff", 5, 0.4),
  ].join("");
};

/** Lights out of focus: an evening out. */
export const lights: Scene = (dice) => {
  const [high, low] = dice.pick([
    ["#33264f", "#7a4a74"],
    ["#1f3556", "#4f6d8c"],
    ["#4a2740", "#a85c5c"],
  ] as const);
  const glow = ["#ffd98a", "#ff9fb2", "#9be7e0", "#fff3cf", "#c4a6ff"];
  return (
    sky(high, low) +
    many(34, () =>
      disc(
        dice.between(-20, 660),
        dice.between(-20, 620),
        dice.between(14, 58),
        dice.pick(glow),
        dice.between(12, 40) / 100,
      ),
    )
  );
};

export const park: Scene = (dice) =>
  [
    sky("#d3ebf3", "#f2f8ee"),
    many(5, (index) => {
      const x = 40 + index * 140 + dice.between(-20, 20);
      const leaf = dice.pick(["#9ccf9a", "#b6d89a", "#86bf8f", "#f0b7c6"]);
      return (
        rect(x - 9, 380, 18, 160, "#9b7b60") +
        disc(x, 330, 84, leaf) +
        disc(x - 52, 370, 56, leaf) +
        disc(x + 54, 372, 58, leaf)
      );
    }),
    area(`M0 520H${width}V${height}H0Z`, "#b9d9a4"),
    area("M220 520H420L620 800H20Z", "#ecdfc7"),
    dice.chance(0.5)
      ? rect(440, 470, 170, 14, "#a9774f") +
        rect(440, 500, 170, 14, "#a9774f") +
        rect(456, 470, 12, 90, "#6f5a4c") +
        rect(580, 470, 12, 90, "#6f5a4c")
      : "",
  ].join("");
