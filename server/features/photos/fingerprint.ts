/** Columns and rows of the grey picture that a fingerprint is taken of: one comparison fewer a row. */
export const fingerprintSize = { width: 9, height: 8 };

/** A picture whose lightest and darkest places differ by less is plain: all such would look alike. */
const leastContrast = 24;
/** The same holds for one with fewer lighter places, or fewer darker ones: two halves, a sky. */
const leastOfEach = 10;

/**
 * The perceptual hash of a picture (D8.2): for each of 64 places whether it is lighter than the one to its right. It
 * stays nearly the same if the picture is scaled, compressed again or made brighter. `grey` has a byte for each pixel
 * of `fingerprintSize`. Null if the picture is too plain to tell from others.
 */
export function fingerprintOf(grey: Uint8Array): string | null {
  if (Math.max(...grey) - Math.min(...grey) < leastContrast) return null;
  const { width, height } = fingerprintSize;
  let bits = "";
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width - 1; column += 1) {
      const at = row * width + column;
      bits += (grey[at] ?? 0) > (grey[at + 1] ?? 0) ? "1" : "0";
    }
  }
  const ones = bits.replaceAll("0", "").length;
  return Math.min(ones, bits.length - ones) < leastOfEach ? null : bits;
}
