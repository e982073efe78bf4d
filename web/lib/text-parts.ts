/** The parts in which a language's texts are loaded, in the order in which pages need them, made by `sortCatalogs`. */
export const textParts = ["first", "daily", "finding", "writing", "prices", "rare", "office", "arrival"] as const;
export type TextPart = (typeof textParts)[number];

/**
 * The parts of the screens that members open on a usual day: of finding someone, of writing, of what it costs, and of
 * several of these, with a member's frame.
 */
export type DailyPart = Extract<TextPart, "daily" | "finding" | "writing" | "prices">;

/** The parts that a page loads before it is hydrated, by those that its screen reads; others when needed. */
export function textPartsFor(read: readonly TextPart[], { loggedIn }: { loggedIn: boolean }): TextPart[] {
  const needed = new Set<TextPart>(["first", ...read]);
  if (loggedIn) needed.add("daily");
  // a page on which visitors arrive has these texts inside
  needed.delete("arrival");
  return textParts.filter((part) => needed.has(part));
}

/** What a member's page loads once it has nothing else to do, so that the next screen opens at once. */
export const laterParts = ["finding", "writing", "prices", "rare"] as const satisfies readonly TextPart[];
