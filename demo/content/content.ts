import type { interests } from "#contract/profiles.ts";

export type Interest = (typeof interests)[number];

/**
 * What the members of one language are called and say. `[x/y]` in a text is x when a man says it and y when a woman
 * does.
 */
export type Content = {
  women: Names;
  men: Names;
  /** Begins an "about me": who somebody is. */
  who: readonly string[];
  /** The same, of those who have lived a little. */
  elders: readonly string[];
  /** What somebody likes doing; the interest is then among theirs. */
  does: readonly (readonly [Interest, string])[];
  /** Ends it: what somebody hopes for. */
  hopes: readonly string[];
  /** Begins a conversation that has no thread. */
  openers: readonly string[];
  /** Short dialogues, the two taking turns. */
  threads: readonly (readonly string[])[];
  /** What an automatic member answers; each fits nearly any message. */
  replies: readonly string[];
};

/** Names of people up to their early forties, and of their elders. */
export type Names = { young: readonly string[]; older: readonly string[] };

export function spokenBy(gender: "male" | "female", text: string): string {
  return text.replace(/\[([^[\]/]*)\/([^[\]/]*)\]/g, (_, man: string, woman: string) =>
    gender === "male" ? man : woman,
  );
}
