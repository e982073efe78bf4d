import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

export type Print = (line: string) => void;

export class Refusal extends Error {}

/** Reads a command's options. Throws a `Refusal` with its usage if one is wrong, or something else was typed. */
export function readOptions<const T extends ParseArgsOptionsConfig>(args: string[], options: T, usage: string) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new Refusal(usage);
  }
}

/** A time in UTC, to the minute. */
export const toMinute = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws a `Refusal` if `typed` can't be the id of a row; `what` names it, as in "number of a report". */
export function assertId(typed: string, what: string): void {
  if (!uuid.test(typed)) throw new Refusal(`"${typed}" is not the ${what}.`);
}
