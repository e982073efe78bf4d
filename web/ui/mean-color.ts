export function decodeBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The mean colour of a photo's thumbhash, as `thumbHashToAverageRGBA` reads it: every page needs only this of it. */
export function meanColor(thumbhash: string): string | undefined {
  if (thumbhash === "") return undefined;
  const [first = 0, second = 0, third = 0] = decodeBase64(thumbhash);
  const header = first | (second << 8) | (third << 16);
  const light = (header & 63) / 63;
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1;
  const redGreen = ((header >> 12) & 63) / 31.5 - 1;
  const blue = light - (2 / 3) * yellowBlue;
  const red = (3 * light - blue + redGreen) / 2;
  const green = red - redGreen;
  return `#${toHex(red)}${toHex(green)}${toHex(blue)}`;
}

/** A colour channel from 0 to 1, as two hexadecimal digits. */
function toHex(channel: number): string {
  const byte = Math.round(Math.max(0, Math.min(1, channel)) * 255);
  return byte.toString(16).padStart(2, "0");
}
