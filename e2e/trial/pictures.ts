import sharp, { type OverlayOptions } from "sharp";
import type { Pose } from "#contract/verification.ts";
import { drawPortrait } from "#demo/portraits/draw.ts";
import type { Sitter } from "#demo/portraits/look.ts";

/** Of the demo's portraits. */
const [width, height] = [640, 800];

const svg = (content: string): OverlayOptions => ({
  input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`),
});

const line = (text: string, y: number, size: number, fill: string) =>
  `<text x="320" y="${y}" font-size="${size}" font-family="sans-serif" font-weight="bold" text-anchor="middle"
    fill="${fill}" stroke="#0008" stroke-width="1">${text}</text>`;

/** Says in the picture what it stands for, as a drawing may be misread. */
const label = (text: string) =>
  `<rect x="0" y="748" width="640" height="52" fill="#000c"/>${line(text, 783, 26, "#fff")}`;

const compose = async (picture: Buffer, content: string): Promise<Buffer> =>
  await sharp(picture)
    .composite([svg(content)])
    .jpeg({ quality: 90 })
    .toBuffer();

export const portrait = drawPortrait;

/** A portrait with lines written across it. */
export async function portraitWithWords(sitter: Sitter, index: number, words: readonly string[]): Promise<Buffer> {
  const written = words.map((text, at) => line(text, 560 + at * 70, 52, "#fff36b")).join("");
  return await compose(
    await drawPortrait(sitter, index),
    `<rect y="490" width="640" height="170" fill="#0006"/>${written}`,
  );
}

/** The picture again, as a thief would disguise it: a little smaller and brighter. */
export async function copyOf(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).resize(600, 750).modulate({ brightness: 1.05 }).jpeg({ quality: 82 }).toBuffer();
}

/** A drawn child on a beach, labelled as one. */
export async function childPicture(): Promise<Buffer> {
  const background = { create: { width, height, channels: 3, background: "#bfe3f2" } } as const;
  const child = `<rect y="480" width="640" height="320" fill="#f4dfb8"/>
    <rect x="255" y="430" width="130" height="160" rx="40" fill="#e0574f"/>
    <rect x="265" y="570" width="45" height="110" rx="20" fill="#f3c9ad"/>
    <rect x="330" y="570" width="45" height="110" rx="20" fill="#f3c9ad"/>
    <circle cx="320" cy="320" r="130" fill="#f6d3bd"/>
    <path d="M190 310a130 130 0 0 1 260 0q-60-70-130-60t-130 60z" fill="#c79d58"/>
    <circle cx="275" cy="330" r="16" fill="#3b2a20"/><circle cx="365" cy="330" r="16" fill="#3b2a20"/>
    <path d="M275 385q45 40 90 0" stroke="#a33" stroke-width="8" fill="none"/>
    <circle cx="480" cy="640" r="50" fill="#fff"/><path d="M430 640h100M480 590v100" stroke="#e0574f" stroke-width="10"/>`;
  return await compose(
    await sharp(background).jpeg().toBuffer(),
    child + label("Drawing: a child of about 8 years, no adult"),
  );
}

/** What the line in a selfie says of the gesture, in the words of the pose. */
const words: Record<Pose, string> = {
  open_hand: "an open hand beside the face",
  two_fingers: "two fingers beside the face",
  thumb_up: "a thumb up beside the face",
  hand_on_head: "a hand on top of the head",
  hand_on_chin: "the chin on the fist",
  finger_on_nose: "a finger on the tip of the nose",
};

const skin = "#f0c2a2";
const outline = "#7a4a2a";

/** A finger, an arm: a thick line with an edge. */
const limb = (d: string, width: number) =>
  [`stroke="${outline}" stroke-width="${width + 6}"`, `stroke="${skin}" stroke-width="${width}"`]
    .map((stroke) => `<path d="${d}" fill="none" stroke-linecap="round" ${stroke}/>`)
    .join("");
const palm = (x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${skin}" stroke="${outline}" stroke-width="3"/>`;
/** A closed hand, with lines between its bent fingers. */
const fist = (x: number, y: number, width: number, height: number, lines: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="34" fill="${skin}" stroke="${outline}" stroke-width="3"/>
  <path d="${lines}" fill="none" stroke="${outline}" stroke-width="4" stroke-linecap="round"/>`;

const hands: Record<Pose, string> = {
  open_hand: `${limb("M560 800V640", 70)}${["M520 560L490 440", "M545 550L535 410", "M572 550L580 410", "M596 560L618 440", "M520 600L462 560"].map((d) => limb(d, 22)).join("")}${palm(558, 590, 56)}`,
  two_fingers: `${limb("M560 800V640", 70)}${limb("M540 560L505 410", 26)}${limb("M572 560L612 410", 26)}${palm(558, 590, 56)}`,
  thumb_up: `${limb("M560 800V680", 70)}${limb("M524 590Q518 520 540 460", 44)}${fist(492, 560, 126, 136, "M556 594H612M560 628H614M560 662H612")}`,
  hand_on_head: `${limb("M620 800Q680 420 420 190", 60)}${["M360 170Q300 130 250 190", "M366 186Q310 160 272 220", "M380 196Q330 190 304 240"].map((d) => limb(d, 24)).join("")}${palm(396, 180, 50)}`,
  hand_on_chin: `${limb("M600 800L400 690", 76)}${fist(236, 604, 168, 128, "M278 612V668M320 612V672M362 612V668")}${limb("M258 700H340", 30)}`,
  finger_on_nose: `${limb("M600 800L470 660", 66)}${limb("M440 630L318 520", 24)}${palm(456, 644, 50)}`,
};

/** A member's selfie in a pose: another picture of the same face, with a drawn hand. */
export async function selfie(sitter: Sitter, pose: Pose): Promise<Buffer> {
  return await compose(await drawPortrait(sitter, 0), hands[pose] + label(`Selfie: ${words[pose]}`));
}
