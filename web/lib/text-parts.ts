/** The parts in which a language's texts are loaded, in the order in which pages need them, made by `sortCatalogs`. */
export const textParts = ["first", "prices", "daily", "rare", "office", "arrival"] as const;
export type TextPart = (typeof textParts)[number];

/** What a member's frame reads: the navigation, the news, the alerts; with the texts of the screens of a usual day. */
const partsOfMembers: readonly TextPart[] = ["prices", "daily"];

/** The parts that a page loads before it is hydrated, by those that its screen reads; others when needed. */
export function textPartsFor(read: readonly TextPart[], { loggedIn }: { loggedIn: boolean }): TextPart[] {
  const needed = new Set<TextPart>(["first", ...read, ...(loggedIn ? partsOfMembers : [])]);
  // a page on which visitors arrive has these texts inside
  needed.delete("arrival");
  return textParts.filter((part) => needed.has(part));
}
