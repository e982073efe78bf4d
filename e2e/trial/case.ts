import type { QueueName } from "#contract/office.ts";

/** What the moderator is to decide on, and what is right; only the key has `expected`, `why` and `ids`. */
export type Case = {
  /** The queue that it waits in; without one it is a job of its own, which `job` asks for. */
  queue?: QueueName;
  /** On the sheet: what to do, if no queue leads there. */
  job?: string;
  /** For the key: what was planted. */
  what: string;
  expected: string;
  why: string;
  ids: Record<string, string>;
};
