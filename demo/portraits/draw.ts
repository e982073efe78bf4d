import { Avatar } from "@dicebear/core";
import sharp from "sharp";
import { type Dice, dice } from "#demo/random.ts";
import { type Look, lookOf, type Sitter } from "./look.ts";
import { cat, dog } from "./scenery/companions.ts";
import { height, type Scene, width } from "./scenery/frame.ts";
import { books, cafe, kitchen, livingRoom, studio } from "./scenery/indoors.ts";
import { beach, forest, lake, meadow, mountains, snow } from "./scenery/nature.ts";
import { houses, lights, park, skyline } from "./scenery/town.ts";
import { styleFor } from "./style.ts";

type Outfit = { clothes: string; color: string; inner: string };
type Season = "warm" | "cold" | "any";
const scenes = {
  studio: [studio, "any"],
  cafe: [cafe, "any"],
  beach: [beach, "warm"],
  houses: [houses, "any"],
  forest: [forest, "any"],
  livingRoom: [livingRoom, "any"],
  skyline: [skyline, "any"],
  mountains: [mountains, "any"],
  lake: [lake, "any"],
  books: [books, "any"],
  park: [park, "warm"],
  lights: [lights, "any"],
  meadow: [meadow, "warm"],
  kitchen: [kitchen, "any"],
  snow: [snow, "cold"],
} as const satisfies Record<string, readonly [Scene, Season]>;
export type SceneName = keyof typeof scenes;

/** The scene behind a member in one of their pictures. */
export function sceneOf(seed: string, index: number): SceneName {
  const names = Object.keys(scenes) as SceneName[];
  const start = dice(`scenes ${seed}`).some(names, names.length);
  return start[index % start.length] ?? "studio";
}

const cloths = [
  "#31597a",
  "#7d3b4f",
  "#3f7268",
  "#c8694a",
  "#e0a83e",
  "#4a4a5e",
  "#8d6ba8",
  "#d98a94",
  "#5f8fb0",
  "#7f9a5c",
  "#b23a48",
  "#22303c",
  "#e7ded0",
  "#5b4636",
];
const undershirts = ["#fdfaf4", "#f1e6d6", "#dfe7ec", "#2b2b36"];

function outfit(random: Dice, look: Look, season: Season): Outfit {
  const cold = ["scarf", "knit", "turtleneck", "hoodie"];
  const warm = look.woman
    ? ["dress", "scoop", "vNeck", "tee", "stripes", "dungarees"]
    : ["tee", "shirt", "stripes", "tee", "vNeck"];
  const any = look.woman
    ? ["scoop", "vNeck", "blazer", "stripes", "turtleneck", "shirt", "knit", "dress", "hoodie"]
    : ["shirt", "tee", "blazer", "hoodie", "knit", "turtleneck", "shirt", "stripes"];
  const clothes = random.pick({ warm, cold, any }[season]);
  const color = random.pick(cloths);
  return {
    clothes,
    color,
    inner: clothes === "scarf" ? random.pick(cloths.filter((other) => other !== color)) : random.pick(undershirts),
  };
}

/** Hair that a hat fits over. */
const flat = new Set([
  "middlePart",
  "sidePart",
  "fringe",
  "pixie",
  "buzz",
  "crop",
  "slickBack",
  "bald",
  "sideComed",
  "receding",
]);
const hatFor = (random: Dice, look: Look, season: Season) =>
  season === "cold" ? "beanie" : season === "warm" ? random.pick(look.woman ? ["sunHat", "cap"] : ["cap"]) : null;

const expressions = (woman: boolean, beard: boolean) =>
  woman
    ? ["lipsSmile", "lipsLaugh", "lipsClosed", "lipsSmile", "smile"]
    : beard
      ? ["grin", "smile"]
      : ["grin", "smile", "smirk"];

/**
 * One picture of a member as SVG: `index` 0 is the main one, which looks at the viewer; each other one shows another
 * day.
 */
export function portraitSvg(sitter: Sitter, index: number): string {
  const look = lookOf(sitter);
  const random = dice(`photo ${sitter.seed} ${index}`);
  const [scene, season] = scenes[sceneOf(sitter.seed, index)];
  const { clothes, color, inner } = outfit(random, look, season);
  const sunny = index > 0 && season === "warm" && look.glasses === null && random.chance(0.35);
  const lids = look.woman ? "Lashes" : "";
  const eyes = random.weighted([
    ["open", index === 0 ? 8 : 4],
    ["wide", 2],
    ["laughing", index === 0 ? 0.5 : 1.2],
    ["wink", index === 0 ? 0 : 0.5],
  ]);
  const seen = (part: string | null) => (part === null ? 0 : 100);
  const glasses = sunny ? "sun" : look.glasses;
  const hat = index > 0 && flat.has(look.front) && random.chance(0.45) ? hatFor(random, look, season) : null;
  const avatar = new Avatar(styleFor(look.figure, random.pick([-4, 0, 0, 4])), {
    seed: sitter.seed,
    bodyVariant: look.woman ? "slender" : "strong",
    headVariant: look.head,
    cheeksVariant: look.cheeks,
    noseVariant: look.nose,
    clothesVariant: clothes,
    eyesVariant: eyes + lids,
    browsVariant: index > 0 && random.chance(0.2) ? "raised" : look.brows,
    mouthVariant: random.pick(expressions(look.woman, look.beard !== null)),
    frontVariant: look.front,
    rearVariant: look.rear ?? "bob",
    rearProbability: seen(look.rear),
    beardVariant: look.beard ?? "shade",
    beardProbability: seen(look.beard),
    glassesVariant: glasses ?? "round",
    glassesProbability: seen(glasses),
    earringsVariant: look.earrings ?? "stud",
    earringsProbability: seen(look.earrings),
    hatVariant: hat ?? "cap",
    hatProbability: seen(hat),
    skinColor: look.skin,
    hairColor: look.hair,
    irisColor: look.iris,
    lipsColor: look.lips,
    accentColor: look.accent,
    clothesColor: color,
    innerColor: inner,
    hatColor: hat === "sunHat" ? random.pick(["#ecd9b0", "#f4ead6", "#d9b98a"]) : random.pick(cloths),
    strokeColor: "#3b1f1a4d",
  }).toString();
  const near = index === 0 ? random.between(100, 116) / 100 : random.between(78, 122) / 100;
  const x = width / 2 - 384 * near + random.between(-30, 30) * (index === 0 ? 0.4 : 1.6);
  const y = height * 0.5 - 390 * near + random.between(0, 30) + (near < 1 ? 60 : 0);
  const figure = avatar
    .replace(/<!--.*?-->|<metadata.*?<\/metadata>/gs, "")
    .replace(
      /^<svg[^>]*>/,
      `<g fill="none" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${near})${random.chance(0.5) ? " translate(768 0) scale(-1 1)" : ""}">`,
    )
    .replace(/<\/svg>$/, "</g>");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene(random)}${figure}${index > 0 && random.chance(0.25) ? companion(random) : ""}</svg>`;
}

function companion(random: Dice): string {
  const animal = random.pick([cat, dog, dog]);
  return `<g transform="translate(${random.pick([20, 400])} 560)">${animal(random)}</g>`;
}

/** The same as a JPEG of 640 × 800, as a member would upload it. */
export async function drawPortrait(sitter: Sitter, index: number): Promise<Buffer> {
  return sharp(Buffer.from(portraitSvg(sitter, index)))
    .flatten()
    .jpeg({ quality: 90 })
    .toBuffer();
}
