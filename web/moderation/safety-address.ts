/** The query of a member's page that opens the report or the block: by their forms if there are no scripts. */
export const safetyQuery = "safety";

const parts = ["report", "block", "reported"] as const;
/** `reported`: where a report that was posted without scripts leads. */
export type SafetyPart = (typeof parts)[number];

/** The id of the part of the page that has the forms. */
export const safetyId = "safety";

export const composeSafetyPath = (part: SafetyPart) => `?${safetyQuery}=${part}#${safetyId}`;
export const reportedPath = composeSafetyPath("reported");

export function readSafetyPart(search: string): SafetyPart | null {
  const value = new URLSearchParams(search).get(safetyQuery);
  return parts.find((part) => part === value) ?? null;
}
