import type { sexualities } from "#contract/profiles.ts";

/** Derives a member's sexuality from their gender and the gender they look for (section 3). */
export function sexualityOf(gender: "male" | "female", seeks: "male" | "female" | "both") {
  if (seeks === "both") return "bi";
  if (seeks !== gender) return "hetero";
  return gender === "male" ? "gay" : "lesbian";
}

/** The genders that a member of this gender and sexuality looks for, as columns of the search (D4.1). */
export function seeksOf(gender: "male" | "female", sexuality: (typeof sexualities)[number]) {
  const both = sexuality === "bi";
  const same = sexuality === "gay" || sexuality === "lesbian";
  const men = both || (gender === "male") === same;
  return { seeks_men: men, seeks_women: both || !men };
}
