/** A seeded random number generator: the same seed gives the same sequence on every machine. */
export type Dice = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of `entries`, by weight. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T;
  /** `count` different items of the list; if it is shorter, all of it, shuffled. */
  some<T>(list: readonly T[], count: number): T[];
};

/** mulberry32 over a hash of the seed's text: small, quick, and even enough for invented people. */
export function dice(seed: string): Dice {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[between(0, list.length - 1)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return {
    next,
    between,
    pick,
    chance: (probability) => next() < probability,
    weighted: (entries) => {
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(entries)[0];
    },
    some: (list, count) => {
      const remaining = [...list];
      const items = [];
      while (items.length < count && remaining.length > 0) {
        items.push(...remaining.splice(between(0, remaining.length - 1), 1));
      }
      return items;
    },
  };
}

/** A moment between two, in milliseconds. */
export const momentBetween = (random: Dice, from: number, to: number) => new Date(from + (to - from) * random.next());

/**
 * FNV-1a, 32 bits, mixed once more so that neighbours differ. Also makes a stable choice for an id:
 * `hash(id) % list.length`.
 */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
