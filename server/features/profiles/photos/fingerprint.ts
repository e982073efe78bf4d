/** The side in pixels of the grey square to which a picture is scaled for its fingerprints. */
export const greySide = 96;

type Part = { left: number; top: number; right: number; bottom: number };

/** Each has 128 bits. Crops and mirror images are among them, so a possible copy needs only one hash to compare. */
export type Fingerprints = readonly [whole: string, mirrored: string, ...crops: string[]];

/** A picture with less contrast between its lightest and darkest square gets no fingerprint: all of them look alike. */
const leastContrast = 24;
/** A picture with fewer zeros or fewer ones, such as a clear sky, gets none either, for the same reason. */
const leastOfEach = 20;
/** Squares that differ by less count as equally light, so that the noise of a compression does not set bits. */
const noise = 2;

/** The number of comparisons in each row and each column, which have one square more. */
const steps = 8;

const whole: Part = { left: 0, top: 0, right: greySide, bottom: greySide };
/** Usual crops that disguise a copy: a border, or one side with a name on it. */
const crops: readonly Part[] = [
  ...[0.03, 0.06, 0.1].map((share) => inset(share, share, share, share)),
  ...[0.05, 0.1].flatMap((share) => [
    inset(share, 0, 0, 0),
    inset(0, share, 0, 0),
    inset(0, 0, share, 0),
    inset(0, 0, 0, share),
  ]),
];

function inset(left: number, top: number, right: number, bottom: number): Part {
  const at = (share: number) => Math.round(share * greySide);
  return { left: at(left), top: at(top), right: greySide - at(right), bottom: greySide - at(bottom) };
}

/** The mean of the pixels in each square of a grid over a part of the grey square, row by row. */
function squares(grey: Uint8Array, part: Part, columns: number, rows: number): number[] {
  const edge = (from: number, to: number, index: number, count: number) => from + ((to - from) * index) / count;
  const means: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const top = Math.round(edge(part.top, part.bottom, row, rows));
    const bottom = Math.round(edge(part.top, part.bottom, row + 1, rows));
    for (let column = 0; column < columns; column += 1) {
      const left = Math.round(edge(part.left, part.right, column, columns));
      const right = Math.round(edge(part.left, part.right, column + 1, columns));
      let sum = 0;
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) sum += grey[y * greySide + x] ?? 0;
      }
      means.push(sum / ((bottom - top) * (right - left)));
    }
  }
  return means;
}

/** 64 comparisons of a square with the one to its right, then 64 with the one below. */
function bitsOf(grey: Uint8Array, part: Part): string {
  const across = squares(grey, part, steps + 1, steps);
  const down = squares(grey, part, steps, steps + 1);
  let bits = "";
  for (let row = 0; row < steps; row += 1) {
    for (let column = 0; column < steps; column += 1) {
      const at = row * (steps + 1) + column;
      bits += (across[at] ?? 0) > (across[at + 1] ?? 0) + noise ? "1" : "0";
    }
  }
  for (let at = 0; at < steps * steps; at += 1) {
    bits += (down[at] ?? 0) > (down[at + steps] ?? 0) + noise ? "1" : "0";
  }
  return bits;
}

function mirror(grey: Uint8Array): Uint8Array {
  return grey.map((_, at) => {
    const column = at % greySide;
    const rowStart = at - column;
    return grey[rowStart + greySide - 1 - column] ?? 0;
  });
}

/** They survive scaling, recompression, brightening and recolouring. Null if the picture is too plain to tell apart. */
export function fingerprintsOf(grey: Uint8Array): Fingerprints | null {
  const means = squares(grey, whole, steps + 1, steps + 1);
  if (Math.max(...means) - Math.min(...means) < leastContrast) return null;
  const bits = bitsOf(grey, whole);
  const ones = bits.replaceAll("0", "").length;
  if (Math.min(ones, bits.length - ones) < leastOfEach) return null;
  const mirrored = mirror(grey);
  return [bits, bitsOf(mirrored, whole), ...crops.flatMap((part) => [bitsOf(grey, part), bitsOf(mirrored, part)])];
}

/** Two fingerprints that differ in at most this many of their 128 bits belong to the same picture. */
export const nearBits = 11;
const bandBits = 16;

/**
 * The index keys under which near copies of a fingerprint are found (the database's function `fingerprint_bands` makes
 * those of a stored one). A fingerprint has eight bands of 16 bits. If two fingerprints differ in at most 15 bits, some
 * band differs in at most one bit. So the keys are the eight bands, unchanged and with each single bit flipped.
 */
export function bandsNear(fingerprint: string): number[] {
  const bands: number[] = [];
  for (let band = 0; band * bandBits < fingerprint.length; band += 1) {
    const value = Number.parseInt(fingerprint.slice(band * bandBits, (band + 1) * bandBits), 2);
    bands.push(band * 2 ** bandBits + value);
    for (let bit = 0; bit < bandBits; bit += 1) bands.push(band * 2 ** bandBits + (value ^ (1 << bit)));
  }
  return bands;
}
