import type { Dice } from "#demo/random.ts";

/** The picture's size in pixels, 4:5. */
export const width = 640;
export const height = 800;

/** Draws the background of a picture, as the content of an SVG of `width` × `height`. */
export type Scene = (dice: Dice) => string;

/** A vertical gradient over the whole picture. */
export function sky(...colors: string[]): string {
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`);
  return `<linearGradient id="sky" x2="0" y2="1">${stops.join("")}</linearGradient><path d="M0 0h${width}v${height}H0z" fill="url(#sky)"/>`;
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" fill-opacity="${opacity}"/>`;
export const area = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}" fill-opacity="${opacity}"/>`;
export const stroke = (d: string, color: string, size: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${size}" stroke-opacity="${opacity}" stroke-linecap="round"/>`;

/** Draws something `count` times. */
export const many = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

export const cloud = (x: number, y: number, size: number, fill = "#fff", opacity = 0.75) =>
  `<g fill="${fill}" fill-opacity="${opacity}" transform="translate(${x} ${y}) scale(${size})"><rect x="-70" y="-8" width="140" height="30" rx="15"/><circle cx="-24" cy="-8" r="26"/><circle cx="18" cy="-16" r="34"/></g>`;
