export type ImageKind = "jpeg" | "png" | "webp" | "heic" | "unknown";

/** The kind of a file by its first bytes. The file name and the declared type are never trusted. */
export function recogniseImage(bytes: Uint8Array): ImageKind {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(text(8, 12))) return "heic";
  return "unknown";
}

/**
 * Whether a PNG is an animation: an `acTL` chunk comes before its pixels. Checked here because the decoder silently
 * reads only the first frame of such a file.
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kind === "acTL") return true;
    if (kind === "IDAT") return false;
  }
  return false;
}
