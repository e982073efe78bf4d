import { createRequire } from "node:module";
import sharp from "sharp";
import { previewSize } from "#contract/public-pages.ts";
import { type Look, themeColours } from "#contract/web-app.ts";
import { escapeMarkup } from "#server/lib/escape-markup.ts";

const { width, height } = previewSize;
/** A TrueType font with all letters of the site languages: the fonts of a server's system may lack some. */
const font = createRequire(import.meta.url).resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf");

type Words = { text: string; colour: string; size: number; width: number };

async function drawWords({ text, colour, size, width: widest }: Words) {
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`;
  const input = {
    text: markup,
    fontfile: font,
    font: `Inter SemiBold ${size}`,
    width: widest,
    dpi: 72,
    rgba: true,
    // a name that is one long word is broken, so that it is not too wide
    wrap: "word-char",
  } as const;
  const { data, info } = await sharp({ text: input }).png().toBuffer({ resolveWithObject: true });
  return { input: data, height: info.height };
}

/** The site's logo, or else the default logo with a heart, large, at the right edge. */
function mark({ theme, logo }: Look): string {
  const { primary, secondary } = themeColours[theme];
  if (logo !== "") return `<path transform="translate(690 100) scale(13.5)" d="${logo}" fill="${primary}"/>`;
  return `<circle cx="800" cy="315" r="215" fill="${primary}"/>
<circle cx="1010" cy="315" r="215" fill="${secondary}" fill-opacity=".75"/>
<path transform="translate(833 240) scale(3)" d="M24 43C12 34 5 27 5 18 5 11 10 7 15 7c4 0 7 2 9 6 2-4 5-6 9-6 5 0 10 4 10 11 0 9-7 16-19 25z" fill="#fff"/>`;
}

function ground(look: Look): string {
  const { surface } = themeColours[look.theme];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${surface}"/>
${mark(look)}
</svg>`;
}

const margin = 72;

/** The link preview image of a site, a PNG in its colours: its logo, its name and a line of text. */
export async function drawPreview(look: Look, name: string, line: string): Promise<Buffer> {
  const [title, words] = await Promise.all([
    drawWords({ text: name, colour: themeColours[look.theme].primary, size: 36, width: 480 }),
    drawWords({ text: line, colour: "#2b1a21", size: line.length > 30 ? 52 : 60, width: 480 }),
  ]);
  const top = Math.max(margin, Math.round((height - title.height - 28 - words.height) / 2));
  return await sharp(Buffer.from(ground(look)))
    .composite([
      { input: title.input, left: margin, top },
      { input: words.input, left: margin, top: top + title.height + 28 },
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
