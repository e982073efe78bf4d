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

const words: Record<Pose, string> = {
  open_hand: "an open hand",
  two_fingers: "two fingers",
  thumb_up: "a thumb up",
  hand_on_head: "a hand on the head",
  hand_on_chin: "a hand on the chin",
  finger_on_nose: "a finger on the nose",
};

/** Where the hand is, and how many fingers it stretches. */
const hands: Record<Pose, readonly [x: number, y: number, fingers: number]> = {
  open_hand: [520, 520, 5],
  two_fingers: [520, 520, 2],
  thumb_up: [520, 520, 1],
  hand_on_head: [330, 170, 4],
  hand_on_chin: [330, 520, 4],
  finger_on_nose: [330, 430, 1],
};

/** A member's selfie in a pose: another picture of the same face, with a drawn hand. */
export async function selfie(sitter: Sitter, pose: Pose): Promise<Buffer> {
  const [x, y, count] = hands[pose];
  const fingers = Array.from({ length: count }, (_, at) => {
    const left = x - 50 + at * 24;
    return `<rect x="${left}" y="${y - 120}" width="20" height="110" rx="10"/>`;
  });
  const hand = `<g fill="#f0c2a2" stroke="#7a4a2a" stroke-width="3">${fingers.join("")}<circle cx="${x}" cy="${y}" r="56"/></g>`;
  return await compose(await drawPortrait(sitter, 0), hand + label(`Selfie with ${words[pose]}`));
}
