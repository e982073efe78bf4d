import { uuidOf } from "./uuid.ts";

/** How much of a message a quote shows. */
export const quoteLength = 140;

/** The lines of a text about oneself; each can be quoted by its id. One that is changed has another id. */
export const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
export const lineId = (line: string) => uuidOf(line);

/** The id of a profile's photo, which its address names. */
export const photoIdOf = ({ filename }: { filename: string }) => /\/photos\/([0-9a-f-]{36})\//.exec(filename)?.[1];
