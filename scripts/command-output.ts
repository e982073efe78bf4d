export type Print = (line: string) => void;

export class Refusal extends Error {}

/** A time in UTC, to the minute. */
export const toMinute = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");
