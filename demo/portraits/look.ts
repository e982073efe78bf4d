import type { bodyTypes, eyeColors, genders, hairColors } from "#contract/profiles.ts";
import { type Dice, dice } from "#demo/random.ts";

/** The parts of a profile that its pictures show. `seed` makes the face: the same seed, the same person. */
export type Sitter = {
  seed: string;
  gender: (typeof genders)[number];
  age: number;
  hair_color: (typeof hairColors)[number] | null;
  eye_color: (typeof eyeColors)[number] | null;
  body_type: (typeof bodyTypes)[number] | null;
};

/** What stays the same in all photos of a member. */
export type Look = {
  woman: boolean;
  age: number;
  figure: "slim" | "average" | "athletic" | "full";
  skin: string;
  hair: string;
  iris: string;
  lips: string;
  head: string;
  cheeks: string;
  nose: string;
  brows: string;
  front: string;
  rear: string | null;
  beard: string | null;
  glasses: string | null;
  earrings: string | null;
  accent: string;
};

const hairShades: Record<(typeof hairColors)[number], readonly string[]> = {
  black: ["#241c1c", "#2c2220", "#1f1d24"],
  brown: ["#5a3a28", "#6b4429", "#7b5136", "#4a3023"],
  blond: ["#d9b26a", "#e3c382", "#c79d58", "#edd6a0"],
  red: ["#a9512a", "#bf5f2c", "#8e3f22", "#c9753f"],
  grey: ["#9a9693", "#aca8a4", "#86837f"],
  white: ["#dedad4", "#e8e4de"],
  bald: ["#6b5344"],
  coloured: ["#c25b86", "#5f7fb8", "#7d5ea8", "#3f8f87", "#d07a52"],
};
const irisShades: Record<(typeof eyeColors)[number], string> = {
  brown: "#7a4a2a",
  blue: "#5b93c4",
  green: "#6d9a63",
  grey: "#8797a3",
  hazel: "#9b7a3c",
};
const fair = ["#f6d3bd", "#f3c9ad", "#efc0a0", "#f8dccb"];
const olive = ["#e3b08a", "#d9a27c", "#d09a70"];
const deep = ["#a86f4c", "#8d5a3c", "#74462f", "#5f3927"];

const skinOf = (random: Dice, hair: Sitter["hair_color"]) =>
  random.pick(
    random.weighted([
      [fair, hair === "black" ? 3 : 8],
      [olive, hair === "black" ? 4 : hair === "brown" ? 2 : 0],
      [deep, hair === "black" ? 3 : hair === "brown" ? 0.6 : 0],
    ]),
  );

/** [hair around the face, hair behind the shoulders]; `null`: none. */
type Cut = readonly [front: string, rear: string | null];
const womensCuts: readonly (readonly [Cut, number])[] = [
  [["middlePart", "longStraight"], 3],
  [["middlePart", "longWavy"], 3],
  [["middlePart", "wavesDown"], 2],
  [["sidePart", "wavesDown"], 3],
  [["sidePart", "longStraight"], 3],
  [["sidePart", "shoulderHigh"], 3],
  [["fringe", "longStraight"], 2],
  [["fringe", "bob"], 3],
  [["sidePart", "bob"], 2],
  [["fringe", "longWavy"], 1],
  [["sweptBack", "ponytail"], 2],
  [["sweptBack", "topKnot"], 1],
  [["sweptBack", "lowBun"], 1],
  [["curls", "cloud"], 2],
  [["curls", null], 1],
  [["bun", null], 1],
];
const ladysCuts: readonly (readonly [Cut, number])[] = [
  [["pixie", null], 3],
  [["sidePart", "bob"], 3],
  [["fringe", "bob"], 2],
  [["sidePart", "shoulderHigh"], 2],
  [["curls", null], 2],
  [["sweptBack", "lowBun"], 2],
  [["sidePart", "neckHigh"], 2],
  [["middlePart", "longStraight"], 1],
];
const mensCuts: readonly (readonly [Cut, number])[] = [
  [["crop", null], 4],
  [["quiff", null], 4],
  [["sideComed", null], 4],
  [["waves", null], 3],
  [["undercut", null], 3],
  [["shortCurls", null], 3],
  [["slickBack", null], 2],
  [["buzz", null], 3],
  [["parted", null], 1],
  [["parted", "shoulderHigh"], 1],
  [["slickBack", "manBun"], 1],
  [["waves", "nape"], 1],
];
const gentsCuts: readonly (readonly [Cut, number])[] = [
  [["sideComed", null], 4],
  [["slickBack", null], 3],
  [["crop", null], 3],
  [["receding", null], 4],
  [["buzz", null], 3],
  [["quiff", null], 2],
];

const cutsFor = ({ gender, age, hair_color }: Sitter): readonly (readonly [Cut, number])[] => {
  if (hair_color === "bald") return [[["bald", null], 1]];
  if (gender === "female") return age > 54 ? ladysCuts : age > 42 ? [...womensCuts, ...ladysCuts] : womensCuts;
  return age > 50 ? gentsCuts : mensCuts;
};

/** The face of a member, from the profile's fields and, for empty fields, from the seed. */
export function lookOf(sitter: Sitter): Look {
  const random = dice(`look ${sitter.seed}`);
  const woman = sitter.gender === "female";
  const skin = skinOf(random, sitter.hair_color);
  const [front, rear] = random.weighted(cutsFor(sitter));
  const dark = deep.includes(skin);
  const wrinkles = sitter.age > 57 ? "moreLines" : sitter.age > 43 ? "lines" : null;
  const beards = [
    "shade",
    "shade",
    "shade",
    "short",
    "short",
    "fullBeard",
    "chinMoustache",
    ...(sitter.age > 30 ? ["longBeard"] : []),
  ];
  return {
    woman,
    age: sitter.age,
    figure: (
      {
        slim: "slim",
        athletic: woman ? "average" : "athletic",
        average: "average",
        curvy: "athletic",
        large: "full",
      } as const
    )[sitter.body_type ?? "average"],
    skin,
    hair: random.pick(hairShades[sitter.hair_color ?? "brown"]),
    iris: dark && sitter.eye_color !== "brown" ? "#8a5a33" : irisShades[sitter.eye_color ?? "brown"],
    lips: random.pick(
      dark ? ["#9c3f4a", "#b04a55", "#8a3a44"] : ["#c9505e", "#d36a72", "#b9485a", "#d98080", "#c4636a"],
    ),
    head: random.pick(woman ? ["oval", "heart", "oval", "long"] : ["square", "square", "long", "oval"]),
    cheeks:
      wrinkles ??
      random.weighted([
        ["plain", 6],
        ["rosy", woman ? 5 : 1],
        ["freckles", dark ? 0 : sitter.hair_color === "red" ? 10 : 1],
      ]),
    nose: woman
      ? random.weighted([
          ["small", 5],
          ["round", 2],
          ["line", 1],
        ])
      : random.pick(["line", "round", "line", "small"]),
    brows: woman ? random.pick(["fine", "fine", "soft"]) : random.pick(["strong", "strong", "soft"]),
    front,
    rear,
    beard: !woman && random.chance(0.72) ? random.pick(beards) : null,
    glasses: random.chance(sitter.age > 45 ? 0.4 : 0.2) ? random.pick(["round", "square", "fine"]) : null,
    earrings: woman && random.chance(0.45) ? random.pick(["stud", "hoop", "drop"]) : null,
    accent: random.pick(["#3b2a2a", "#8a4b2f", "#b58a3c", "#22303c", "#7a2f3f"]),
  };
}
