import { Style } from "@dicebear/core";
import toonHead from "@dicebear/styles/toon-head.json" with { type: "json" };
import { clothes } from "./parts/clothes.ts";
import { brows, eyes } from "./parts/eyes.ts";
import { cheeks, earrings, glasses, mouths, noses, stubbles } from "./parts/face.ts";
import { hats } from "./parts/hats.ts";
import { longFronts, longRears } from "./parts/long-hair.ts";
import { ink, line, path, type Shape, shadow, shape, type Variants } from "./parts/shapes.ts";
import { shortFronts, shortRears } from "./parts/short-hair.ts";

const skin = { fill: ink("skin"), stroke: ink("stroke") };
const { head, hair, rearHair, beard } = toonHead.components;

/** The original's ears and skull with other jaws. */
const face = (jaw: string): { elements: Shape[] } => ({
  elements: [
    path(
      `M191 452C171 375 225 402 225 402C189 287 217 140 384 140S579 287 543 402C543 402 597 375 577 452C566 495 526 495 526 495${jaw}C242 495 202 495 191 452Z`,
      skin,
    ),
    ...head.variants.head.elements
      .slice(1)
      .map((ears) => shape("g", { transform: "translate(186.52 139.5)" }, [ears as Shape])),
  ],
});

const heads: Variants = {
  oval: face("C520 546 434 591 384 591S248 546 242 495"),
  heart: face("C516 530 438 594 384 594S252 530 242 495"),
  square: face("C524 560 462 598 384 598S244 560 242 495"),
  long: face("C520 548 440 604 384 604S248 548 242 495"),
};

const collarbones = line("M300 672C330 686 352 692 370 692M468 672C438 686 416 692 398 692", "#2a1210", 4, 0.12);
const bodies: Variants = {
  slender: {
    elements: [
      path("M430 540V626C560 650 645 756 645 900V1100H123V900C123 756 208 650 338 626V540Z", skin),
      shadow("M338 540H430V612S402 630 384 630S338 612 338 612Z", 0.2),
      collarbones,
    ],
  },
  strong: {
    elements: [
      path("M444 520V630C560 652 645 756 645 900V1100H123V900C123 756 208 652 324 630V520Z", skin),
      shadow("M324 540H444V608S412 632 384 632S324 608 324 608Z", 0.2),
    ],
  },
};

const originals = (part: { variants: Record<string, { elements: unknown }> }, x: number, y: number): Variants =>
  Object.fromEntries(
    Object.entries(part.variants).map(([name, { elements }]) => [
      name,
      { elements: [shape("g", { transform: `translate(${x} ${y})` }, elements as Shape[])] },
    ]),
  );

const fronts = { ...originals(hair, 158.16, 0), ...longFronts, ...shortFronts };
const rears = { ...originals(rearHair, 160.62, 339.51), ...longRears, ...shortRears };
const beards = { ...originals(beard, 223.48, 402.09), ...stubbles };

const component = (variants: Variants) => ({ width: 768, height: 768, probability: 100, variants });
const part = (name: string): Shape => ({ type: "component", name, attributes: {} });

/**
 * "ToonHead" by Johan Melin (CC BY 4.0), extended by our own hair, eyes, mouths, glasses and clothes, so that faces
 * smile, match the profile, and 400 of them do not look alike.
 */
function figure(shoulders: number, tilt: number): Style {
  const wide = { transform: `translate(${384 * (1 - shoulders)} 0) scale(${shoulders} 1)` };
  const scaled = (name: string) => shape("g", wide, [part(name)]);
  const onNeck = (names: string[]) =>
    shape(
      "g",
      { transform: `translate(384 606) rotate(${tilt}) scale(0.82 0.87) translate(-384 -600)` },
      names.map(part),
    );
  return new Style({
    meta: toonHead.meta,
    attributes: { fill: "none" },
    canvas: {
      width: 768,
      height: 1100,
      elements: [
        onNeck(["rear"]),
        scaled("body"),
        onNeck(["head", "cheeks", "nose"]),
        scaled("clothes"),
        onNeck(["beard", "mouth", "eyes", "brows", "glasses", "earrings", "front", "hat"]),
      ],
    },
    components: {
      rear: component(rears),
      body: component(bodies),
      head: component(heads),
      cheeks: component(cheeks),
      nose: component(noses),
      clothes: component(clothes),
      mouth: component(mouths),
      beard: component(beards),
      eyes: component(eyes),
      brows: component(brows),
      glasses: component(glasses),
      front: component(fronts),
      earrings: component(earrings),
      hat: component(hats),
    },
    colors: Object.fromEntries(
      ["hair", "skin", "clothes", "inner", "iris", "lips", "accent", "hat", "stroke"].map((name) => [
        name,
        { values: ["#888888"] },
      ]),
    ),
  });
}

export const shoulderWidths = { slim: 0.88, average: 0.96, athletic: 1.06, full: 1.14 } as const;
export type Figure = keyof typeof shoulderWidths;

const cache = new Map<string, Style>();

/** The drawing for a body; `tilt` turns the head by this many degrees. */
export function styleFor(shape: Figure, tilt: number): Style {
  const key = `${shape} ${tilt}`;
  const style = cache.get(key) ?? figure(shoulderWidths[shape], tilt);
  cache.set(key, style);
  return style;
}
