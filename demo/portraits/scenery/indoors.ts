import { area, disc, height, many, rect, type Scene, sky, stroke, width } from "./frame.ts";

const plant = (x: number, y: number, size: number, pot: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${area("M0 0C-70 -40 -80 -120 -60 -170C-20 -130 0 -70 0 0ZM0 0C70 -50 90 -130 66 -190C20 -140 0 -70 0 0ZM0 0C-20 -80 -10 -170 6 -230C34 -160 28 -70 0 0Z", "#7fae85")}${area("M-46 0H46L34 90H-34Z", pot)}</g>`;
const lamp = (x: number, length: number, shade: string) =>
  stroke(`M${x} 0V${length}`, "#5b4a44", 4) +
  area(
    `M${x - 46} ${length + 56}C${x - 40} ${length + 10} ${x - 16} ${length} ${x} ${length}C${x + 16} ${length} ${x + 40} ${length + 10} ${x + 46} ${length + 56}Z`,
    shade,
  ) +
  disc(x, length + 60, 18, "#fff3cf") +
  disc(x, length + 66, 90, "#fff3cf", 0.22);

export const cafe: Scene = (dice) => {
  const [wall, wood, shade] = dice.pick([
    ["#e9d8c4", "#b98b66", "#c8553d"],
    ["#cfd8d3", "#a67c5b", "#2f5d62"],
    ["#f1d9cd", "#9c6f55", "#d98f4e"],
  ] as const);
  const cup = (x: number, y: number) =>
    rect(x, y - 26, 30, 26, "#fdf8ef", 'rx="5"') +
    stroke(`M${x + 30} ${y - 20}C${x + 44} ${y - 20} ${x + 44} ${y - 6} ${x + 30} ${y - 6}`, "#fdf8ef", 4);
  const jar = (x: number, y: number, fill: string) =>
    rect(x, y - 54, 34, 54, fill, 'rx="7" fill-opacity="0.85"') + rect(x + 3, y - 64, 28, 12, "#6f5a4c", 'rx="3"');
  return [
    rect(0, 0, width, height, wall),
    many(2, (row) => {
      const y = 250 + row * 130;
      return (
        many(9, (index) =>
          dice.chance(0.55)
            ? cup(24 + index * 68, y)
            : jar(24 + index * 68, y, dice.pick(["#e4b363", "#8fb39a", "#d98c86", "#b4a7c9"])),
        ) + rect(0, y, width, 14, wood)
      );
    }),
    rect(0, 470, width, 330, wood),
    rect(0, 470, width, 16, "#fff", 'fill-opacity="0.2"'),
    lamp(dice.between(70, 200), dice.between(70, 120), shade),
    lamp(dice.between(430, 570), dice.between(50, 110), shade),
  ].join("");
};

export const livingRoom: Scene = (dice) => {
  const [wall, sofa, pot] = dice.pick([
    ["#dfe7e4", "#c98b7a", "#e9c46a"],
    ["#f3e4d7", "#7f9c96", "#d77a61"],
    ["#e6e1f0", "#8d83b8", "#f2a65a"],
  ] as const);
  return [
    rect(0, 0, width, height, wall),
    rect(70, 110, 150, 190, "#fffaf2") +
      rect(84, 124, 122, 162, dice.pick(["#f4b8a8", "#a9c9c3", "#f2d58e"])) +
      area("M84 250C120 210 150 240 206 200V286H84Z", "#fff", 0.5),
    dice.chance(0.5)
      ? rect(420, 90, 150, 150, "#fffaf2") + disc(495, 165, 48, dice.pick(["#e59f86", "#8fb3c4", "#b7c48b"]))
      : rect(390, 60, 200, 260, "#fffaf2") +
        rect(404, 74, 172, 232, "#cfe6f0") +
        stroke("M490 74V306M404 190H576", "#fffaf2", 10),
    plant(dice.chance(0.5) ? 560 : 70, 470, 1.1, pot),
    area(`M-20 560C-20 500 60 500 70 520H570C580 500 660 500 660 560V${height}H-20Z`, sofa),
    area(`M60 540C200 520 440 520 580 540V640H60Z`, "#fff", 0.12),
  ].join("");
};

export const books: Scene = (dice) => {
  const spines = ["#c8553d", "#588b8b", "#f2c57c", "#7a6c9d", "#ddb7a0", "#3d5a6c", "#a3b18a", "#e5989b"];
  return (
    rect(0, 0, width, height, dice.pick(["#a98467", "#8a6f5a", "#c2a383"])) +
    many(5, (row) => {
      let x = 14;
      let drawn = rect(0, row * 170 - 20, width, 150, "#5b4636", 'fill-opacity="0.35"');
      while (x < width - 30) {
        const w = dice.between(22, 44);
        const h = dice.between(96, 138);
        if (dice.chance(0.9))
          drawn +=
            rect(x, row * 170 + 130 - h, w - 3, h, dice.pick(spines), 'rx="2" fill-opacity="0.85"') +
            rect(x + 4, row * 170 + 146 - h, w - 11, 6, "#fff", 'fill-opacity="0.35"');
        x += w;
      }
      return drawn;
    })
  );
};

export const kitchen: Scene = (dice) => {
  const [tile, cupboard] = dice.pick([
    ["#e3efec", "#7fa8a0"],
    ["#f6ead8", "#d9a066"],
    ["#efe4ee", "#a586a9"],
  ] as const);
  return [
    rect(0, 0, width, height, tile),
    stroke(
      many(12, (index) => `M0 ${index * 60}H${width}M${index * 60} 0V560`),
      "#fff",
      3,
      0.8,
    ),
    rect(0, 0, 190, 210, cupboard) +
      rect(450, 0, 190, 210, cupboard) +
      disc(172, 180, 6, "#fff") +
      disc(468, 180, 6, "#fff"),
    rect(226, 70, 190, 12, "#a9774f") +
      plant(280, 4, 0.35, "#d77a61") +
      rect(330, 20, 30, 50, "#e4b363", 'rx="6"') +
      rect(370, 30, 26, 40, "#8fb39a", 'rx="6"'),
    rect(0, 540, width, 26, "#fdf8ef"),
    rect(0, 566, width, 234, cupboard),
  ].join("");
};

/** Gallery light: one colour, two large soft shapes. */
export const studio: Scene = (dice) => {
  const [high, low, round] = dice.pick([
    ["#fbd5d9", "#f7b7c4", "#fde6e8"],
    ["#cfe8e6", "#a8d3d0", "#e6f5f3"],
    ["#fbe3b8", "#f6c98c", "#fdf1d8"],
    ["#ddd6f3", "#bfb2e6", "#efebfb"],
    ["#d6e4f5", "#b0c9e8", "#ecf3fb"],
    ["#dcebcf", "#b8d6a4", "#eef6e6"],
    ["#f6d9c7", "#eab498", "#fbece2"],
  ] as const);
  const shapes = dice.chance(0.5)
    ? disc(320 + dice.between(-60, 60), 380, 300, round, 0.75) +
      disc(dice.between(-20, 100), dice.between(60, 200), 80, round, 0.5)
    : area(`M0 ${dice.between(120, 260)}C200 60 420 420 ${width} ${dice.between(120, 300)}V${height}H0Z`, round, 0.6) +
      disc(dice.between(440, 620), dice.between(60, 140), 70, round, 0.6);
  return sky(high, low) + shapes;
};
