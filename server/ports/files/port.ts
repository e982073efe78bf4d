import type { Readable } from "node:stream";

/** A file as a stream. Destroy the stream if you do not read it to its end. */
type OpenFile = { bytes: number; stream: Readable };

/** A key is a path of small letters, digits and `. _ -`, such as `photos/1/<member>/<photo>/card.webp`. */
export type Files = {
  readonly name: string;
  /**
   * Stores the content atomically under the key, replacing earlier one. A stream of any length needs little memory.
   * `type` is the media type.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, type: string): Promise<void>;
  /** The bytes of a key, null if it holds none. */
  get(key: string): Promise<Buffer | null>;
  /** As `get`, for a file that may be too large for the memory. A damaged file ends with an error. */
  open(key: string): Promise<OpenFile | null>;
  /** Removes everything below a folder, which ends in `/`. An empty folder is no error. */
  remove(folder: string): Promise<void>;
  /** The keys after `after`, all by default, in the order of their bytes: for moving them to another store. */
  list(after?: string): AsyncIterable<string>;
  /** Removes what killed processes had begun to write before a time. No key shows it. */
  removeUnfinished(before: Date): Promise<void>;
};

/** The store is unreachable, too slow, full, or its answer is malformed: a retry may succeed. Names no key. */
export class FilesUnavailable extends Error {}

/** Turns the error of a full disk into `FilesUnavailable`; returns any other error unchanged. */
export function diskFailure(error: unknown): unknown {
  const isFull = error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
  return isFull ? new FilesUnavailable("the disk is full", { cause: error }) : error;
}

const keyForm = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)+$/;
const longestKey = 200;

export const isKey = (key: string) => key.length <= longestKey && keyForm.test(key);

/** Throws for a key that could climb, hide or be ambiguous: no segment may be empty or begin with a dot. */
export function checkFileKey(key: string): void {
  if (!isKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`);
}

/** Throws unless the folder is a key and a slash, so that no caller empties the whole store by mistake. */
export function checkFolder(folder: string): void {
  if (!folder.endsWith("/")) throw new Error(`not a folder: ${JSON.stringify(folder)}`);
  checkFileKey(folder.slice(0, -1));
}
