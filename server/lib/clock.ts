/** The only clock (rule 8); tests pass their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
