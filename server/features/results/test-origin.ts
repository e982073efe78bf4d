import type { Origin } from "./origin.ts";

/** An origin for tests; without input a visit of the home page in English that came by no link. */
export function makeOrigin(origin: Partial<Origin> = {}): Origin {
  const none = { lander: "", slug: "", variant: "", network: "", ref: "", sub1: "", sub2: "", sub3: "" };
  return { ...none, language: "en", ...origin };
}
