import type { interests } from "#contract/profiles.ts";

export type Interest = (typeof interests)[number];

/**
 * The names and texts of members of one language. `[x/y]` in a text is x for a man and y for a woman.
 */
export type Content = {
  women: Names;
  men: Names;
  /** First sentences of an "about me": who the member is. */
  who: readonly string[];
  /** The same, for older members. */
  elders: readonly string[];
  /** What the member likes doing, with the interest it implies. */
  does: readonly (readonly [Interest, string])[];
  /** Last sentences: what the member hopes for. */
  hopes: readonly string[];
  /** First messages of conversations without a thread. */
  openers: readonly string[];
  /** Short dialogues; the two take turns. */
  threads: readonly (readonly string[])[];
  /** Answers of an automatic member; each fits nearly any message. */
  replies: readonly string[];
  /** Answers to messages with a question: a program can't answer it, and says so. */
  toQuestions: readonly string[];
};

/** Names of people up to their early forties, and of older people. */
export type Names = { young: readonly string[]; older: readonly string[] };

export function spokenBy(gender: "male" | "female", text: string): string {
  return text.replace(/\[([^[\]/]*)\/([^[\]/]*)\]/g, (_, man: string, woman: string) =>
    gender === "male" ? man : woman,
  );
}
