import type { Origin } from "./origin.ts";

/** An origin for tests; by default that of a direct visit to the English home page. */
export function makeOrigin(origin: Partial<Origin> = {}): Origin {
  const none = { lander: "", slug: "", variant: "", network: "", ref: "", sub1: "", sub2: "", sub3: "" };
  return { ...none, language: "en", ...origin };
}
