import { area, cloud, disc, height, many, rect, type Scene, sky, stroke, width } from "./frame.ts";

export const beach: Scene = (dice) => {
  const [high, low, sea, sand] = dice.pick([
    ["#bfe3f2", "#eaf6f3", "#7fc3cf", "#f4dfb8"],
    ["#fbd3b0", "#fde9cf", "#8fbcc8", "#f0d3a4"],
    ["#f7c5cc", "#fde3d0", "#93b5cf", "#efd6b4"],
  ] as const);
  const sun = dice.between(80, 560);
  return [
    sky(high, low, low),
    disc(sun, 190, 54, "#fff6dc", 0.9),
    cloud(dice.between(60, 300), 120, 0.9),
    cloud(dice.between(360, 600), 230, 0.7),
    rect(0, 400, width, 170, sea),
    stroke(`M0 440H${width}M40 476H300M360 486H620M80 520H240`, "#fff", 5, 0.35),
    area(`M0 556C120 536 240 566 360 552S560 540 ${width} 556V${height}H0Z`, sand),
    stroke(`M0 556C120 536 240 566 360 552S560 540 ${width} 556`, "#fff", 10, 0.7),
    dice.chance(0.6) ? area("M520 400V300L590 384ZM512 400V318L470 386ZM456 404H604L584 430H478Z", "#fff", 0.85) : "",
  ].join("");
};

export const forest: Scene = (dice) => {
  const [high, low, far, near, ground] = dice.pick([
    ["#dcefe0", "#c7e3cd", "#a5cfae", "#7fb592", "#93bd8a"],
    ["#fbe9c9", "#f6dcae", "#e8b874", "#d2935a", "#c99a5f"],
    ["#e2eeea", "#cfe2dc", "#a9c7c2", "#7fa6a3", "#8fae9c"],
  ] as const);
  const tree = (x: number, y: number, size: number, fill: string) =>
    area(
      `M${x} ${y - 210 * size}L${x + 72 * size} ${y - 70 * size}H${x + 40 * size}L${x + 92 * size} ${y}H${x - 92 * size}L${x - 40 * size} ${y - 70 * size}H${x - 72 * size}Z`,
      fill,
    );
  const round = (x: number, y: number, size: number, fill: string) =>
    rect(x - 8 * size, y - 90 * size, 16 * size, 92 * size, "#8a6a52") +
    disc(x, y - 150 * size, 84 * size, fill) +
    disc(x - 40 * size, y - 110 * size, 56 * size, fill) +
    disc(x + 44 * size, y - 112 * size, 60 * size, fill);
  const draw = dice.chance(0.5) ? tree : round;
  return [
    sky(high, low),
    disc(dice.between(120, 520), 170, 60, "#fffbe8", 0.8),
    many(8, (index) => draw(index * 92 + dice.between(-20, 20), 520, dice.between(70, 100) / 80, far)),
    many(6, (index) => draw(index * 128 + dice.between(-26, 26), 620, dice.between(90, 120) / 80, near)),
    area(`M0 600C160 560 420 640 ${width} 590V${height}H0Z`, ground),
  ].join("");
};

export const mountains: Scene = (dice) => {
  const [high, low, far, near, meadow] = dice.pick([
    ["#cfe5f5", "#eef6f8", "#a9c3d9", "#86a6c4", "#a8cba0"],
    ["#f9d6c4", "#fdeedd", "#d5b0bb", "#b08da6", "#b7c197"],
    ["#d9dcf2", "#f3f0fa", "#b5b7d8", "#8f95c2", "#9fbfb0"],
  ] as const);
  const shift = dice.between(-80, 80);
  return [
    sky(high, low, low),
    disc(dice.between(100, 540), 150, 46, "#fff8e2", 0.9),
    cloud(dice.between(80, 260), 200, 0.8),
    `<g transform="translate(${shift} 0)">`,
    area("M-160 560L60 300L150 400L300 220L460 420L560 330L800 560Z", far),
    area("M300 220L352 286L322 296L300 280L276 300L254 276ZM60 300L92 336L66 346L44 334L34 332Z", "#fff", 0.85),
    area("M-160 600L-20 470L120 560L260 430L420 560L560 450L820 600Z", near),
    "</g>",
    area(`M0 570C180 540 400 610 ${width} 560V${height}H0Z`, meadow),
    many(12, (index) =>
      disc(index * 56 + dice.between(0, 40), dice.between(610, 780), 6, dice.pick(["#fff", "#fde68a", "#fbcfe8"]), 0.8),
    ),
  ].join("");
};

export const lake: Scene = (dice) => {
  const [high, low, hill, water] = dice.pick([
    ["#fde2c8", "#fcefdc", "#c9a9a6", "#e7c3b1"],
    ["#cfe8ef", "#eef7f5", "#8fb6a8", "#a9d3da"],
    ["#dcd6f0", "#fbe6e8", "#9d93bf", "#c2b8de"],
  ] as const);
  return [
    sky(high, low, low),
    disc(320 + dice.between(-180, 180), 260, 58, "#fff4d6", 0.95),
    area(`M0 420C90 350 180 372 260 408C340 340 470 330 ${width} 420Z`, hill, 0.8),
    rect(0, 418, width, 382, water),
    area(`M0 418C90 470 180 452 260 430C340 470 470 486 ${width} 418Z`, hill, 0.3),
    stroke("M60 500H220M330 520H520M110 560H320M400 600H600M40 640H200", "#fff", 5, 0.4),
    dice.chance(0.6)
      ? area("M0 640L250 610V626L30 690V800H0Z", "#a98467", 0.9) +
        area("M60 640V760H76V640ZM170 622V700H184V622Z", "#8a6a52")
      : "",
  ].join("");
};

export const snow: Scene = (dice) =>
  [
    sky(dice.pick(["#cbdcf0", "#d9d5ee", "#f1d8e0"]), "#f3f6fb"),
    area(`M0 470C140 390 300 470 420 420S580 400 ${width} 450V${height}H0Z`, "#fff", 0.75),
    many(6, (index) => {
      const x = index * 120 + dice.between(-20, 20);
      const y = 520 + dice.between(-20, 20);
      return (
        area(
          `M${x} ${y - 150}L${x + 50} ${y - 50}H${x + 28}L${x + 64} ${y}H${x - 64}L${x - 28} ${y - 50}H${x - 50}Z`,
          "#8fb0ae",
          0.8,
        ) + area(`M${x} ${y - 150}L${x + 24} ${y - 100}L${x} ${y - 112}L${x - 24} ${y - 100}Z`, "#fff", 0.9)
      );
    }),
    area(`M0 560C200 500 440 600 ${width} 540V${height}H0Z`, "#fff"),
    many(40, () => disc(dice.between(0, width), dice.between(0, 560), dice.between(2, 5), "#fff", 0.9)),
  ].join("");

export const meadow: Scene = (dice) => {
  const [high, low, grass, dark] = dice.pick([
    ["#cdeaf6", "#f3faf3", "#b3d69a", "#96c380"],
    ["#fde6c4", "#fff6e3", "#d8cc86", "#c4b56a"],
  ] as const);
  return [
    sky(high, low, low),
    cloud(dice.between(60, 240), 140, 1),
    cloud(dice.between(360, 560), 220, 0.8),
    area(`M0 470C160 410 320 480 460 440S600 430 ${width} 460V${height}H0Z`, grass),
    area(`M0 570C180 520 420 600 ${width} 550V${height}H0Z`, dark),
    many(26, () => {
      const x = dice.between(0, width);
      const y = dice.between(580, 780);
      return disc(x, y, dice.between(6, 11), dice.pick(["#fff", "#fca5a5", "#fde68a", "#d8b4fe"]), 0.9);
    }),
  ].join("");
};
