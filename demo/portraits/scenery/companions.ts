import { area, disc, type Scene, stroke } from "./frame.ts";

const eye = (x: number) => disc(x, 84, 9, "#2b1a16") + disc(x + 3, 81, 3, "#fff");

/** Drawings in front of the member, in a lower corner; 200 × 240 at the origin. */
export const dog: Scene = (random) => {
  const [coat, ears, snout] = random.pick([
    ["#d9a566", "#b57f45", "#f3dcb8"],
    ["#5b4a42", "#43352f", "#e9dccb"],
    ["#f0e3d0", "#c98f5a", "#fffaf2"],
    ["#8a6248", "#6a4632", "#ead2b5"],
  ] as const);
  return [
    area("M30 260C20 180 50 150 100 150S180 180 170 260Z", coat),
    area("M42 96C42 40 66 18 100 18S158 40 158 96C158 140 134 164 100 164S42 140 42 96Z", coat),
    area(
      "M50 40C20 40 4 90 14 130C20 146 40 140 46 124C52 96 52 60 66 34ZM150 40C180 40 196 90 186 130C180 146 160 140 154 124C148 96 148 60 134 34Z",
      ears,
    ),
    area("M68 122C68 98 84 92 100 92S132 98 132 122C132 148 118 160 100 160S68 148 68 122Z", snout),
    area("M84 104C84 96 116 96 116 104C116 114 106 120 100 120S84 114 84 104Z", "#2b1a16"),
    area("M90 136C92 152 96 162 102 162S112 152 114 136Z", "#e56b77"),
    stroke("M100 120V130C94 140 82 140 78 134M100 130C106 140 118 140 122 134", "#2b1a16", 4),
    eye(74),
    eye(126),
    area(
      "M52 168C80 186 120 186 148 168L150 182C120 200 80 200 50 182Z",
      random.pick(["#c8553d", "#3d6b8e", "#e0a83e"]),
    ),
  ].join("");
};

export const cat: Scene = (random) => {
  const [coat, stripe, inside] = random.pick([
    ["#8f8a8c", "#6f6a6d", "#e8b7b0"],
    ["#e0a15c", "#b9773a", "#f3c9b8"],
    ["#38343a", "#242126", "#c99a9a"],
    ["#f3ece2", "#d8c7b2", "#f0c0b8"],
  ] as const);
  return [
    area("M44 260C34 190 60 160 100 160S166 190 156 260Z", coat),
    area(
      "M38 110L34 26C36 18 46 20 52 26L82 54H118L148 26C154 20 164 18 166 26L162 110C158 146 132 166 100 166S42 146 38 110Z",
      coat,
    ),
    area("M46 76L44 42L66 62ZM154 76L156 42L134 62Z", inside),
    stroke("M88 58V76M100 56V80M112 58V76M44 118H58M142 118H156", stripe, 6),
    disc(74, 104, 13, "#c9d77a") +
      disc(126, 104, 13, "#c9d77a") +
      disc(74, 104, 7, "#221a1a") +
      disc(126, 104, 7, "#221a1a") +
      disc(77, 101, 3, "#fff") +
      disc(129, 101, 3, "#fff"),
    area("M92 122H108L100 132Z", "#c9706c"),
    stroke("M100 132C98 142 86 144 82 138M100 132C102 142 114 144 118 138", "#3a2a28", 4),
    stroke("M62 130L26 124M62 138L28 144M138 130L174 124M138 138L172 144", "#3a2a28", 2.5, 0.5),
  ].join("");
};
