import sharp from "sharp";
import { type IconPurpose, type Look, sign, themeColours } from "#contract/web-app.ts";

function mark({ theme, logo }: Look): string {
  if (logo !== "") return `<path d="${logo}" fill="${themeColours[theme].primary}"/>`;
  const circle = ({ cx, cy, r, colour, opacity }: (typeof sign.circles)[number]) =>
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${themeColours[theme][colour]}" fill-opacity="${opacity}"/>`;
  return sign.circles.map(circle).join("");
}

const viewBox = `0 0 ${sign.size} ${sign.size}`;

/** The logo as an SVG, for the browser's tab and the offline page. */
export const drawSign = (look: Look): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${mark(look)}</svg>`;

const svg = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

function centred(look: Look, width: number, height: number, share: number): string {
  const size = Math.min(width, height) * share;
  const [x, y] = [(width - size) / 2, (height - size) / 2];
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}">${mark(look)}</svg>`;
}

const toPng = (picture: Buffer) => sharp(picture).png({ compressionLevel: 9, palette: true }).toBuffer();

/** `any` is transparent; a launcher may cut `maskable` to a circle of 80 %; iOS would show transparency as black. */
export async function drawIcon(look: Look, purpose: IconPurpose, size: number): Promise<Buffer> {
  const ground = purpose === "any" ? "" : `<rect width="${size}" height="${size}" fill="#fff"/>`;
  const share = { any: 1, maskable: 0.62, apple: 0.78 }[purpose];
  return await toPng(svg(size, size, ground + centred(look, size, size, share)));
}

/** The splash screen, which a device shows while the app starts, as a PNG. Sizes are in device pixels. */
export async function drawSplash(look: Look, width: number, height: number): Promise<Buffer> {
  const ground = `<rect width="${width}" height="${height}" fill="${themeColours[look.theme].surface}"/>`;
  return await toPng(svg(width, height, ground + centred(look, width, height, 0.28)));
}
