/** Columns and rows of the grey picture that a fingerprint compares: nine columns give eight comparisons a row. */
export const fingerprintSize = { width: 9, height: 8 };

/** A picture with less difference between its lightest and darkest pixel gets no fingerprint: all such look alike. */
const leastContrast = 24;
/** Nor does one with fewer bits of either value, such as a clear sky: all such look alike. */
const leastOfEach = 10;

/**
 * The perceptual hash of a picture (D8.2): 64 bits, each of which says whether a pixel is lighter than the one to its
 * right. It stays nearly the same if the picture is scaled, recompressed or brightened. `grey` has a byte for each
 * pixel of `fingerprintSize`. Null if the picture is too plain to be distinguished from others.
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
