/** How many levels a message has at most, each from 0 to 100. */
const maxLevels = 64;

/** The full level is what a voice near the microphone reaches; sound never fills the whole range. */
const loudRms = 0.25;

/** The loudness of a piece of sound as bytes around 128, from 0 to 100. */
export function toLevel(samples: Uint8Array): number {
  if (samples.length === 0) return 0;
  const sum = samples.reduce((total, sample) => total + ((sample - 128) / 128) ** 2, 0);
  const rms = Math.sqrt(sum / samples.length);
  return Math.min(100, Math.round(100 * Math.sqrt(rms / loudRms)));
}

/** Reduces the levels to what a message has, each the loudest of its part; fewer levels stay as they are. */
export function reduceLevels(levels: readonly number[]): number[] {
  if (levels.length <= maxLevels) return [...levels];
  return Array.from({ length: maxLevels }, (_, index) => {
    const start = Math.floor((index * levels.length) / maxLevels);
    const end = Math.floor(((index + 1) * levels.length) / maxLevels);
    return Math.max(...levels.slice(start, end));
  });
}
