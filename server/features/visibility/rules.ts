import type { ErrorCode } from "#contract/errors.ts";

/** The facts by which `visibilityError` decides whether a member may be shown to a viewer. */
export type Visibility = {
  member_id: string;
  site_id: number;
  /** The account is active and the member is not invisible. */
  listed: boolean;
  /** The account's status: not_confirmed, active, suspended, banned, deleted. */
  status: string | null;
  fictional: boolean;
  /** The member lets visitors see them, or is a fictional profile, which follows the site's settings. */
  open_to_visitors: boolean;
  /** A fictional profile, and the viewer hides those. */
  unwanted: boolean;
  /** The viewer has blocked the member. */
  blocked: boolean;
  /** The member has blocked the viewer. */
  blocks: boolean;
  /** One of the two hides from the other, as from a person they know (R11.04). */
  apart: boolean;
  /** The member wrote to the viewer, or likes them; looked up only if they are not listed. */
  approached: boolean;
};

/** Exists for the compiler only. */
declare const seenByRules: unique symbol;

/** A row about a member that the viewer may see. Only the rules make it; what builds an answer takes no other row. */
export type Visible<Row> = Row & { readonly [seenByRules]: true };

/**
 * Why a viewer may not see a member, or undefined if they may. Only this function decides that (rule 5). Members of
 * another site and members who are deleted, suspended, banned or not confirmed are not found. If either member has
 * blocked the other, neither sees the other. `blocked` is only for a viewer who would see the member without
 * the block, and `assertVisible` decides which answers tell it. Two who are `apart` don't find each other. Invisible
 * members are visible to the members they wrote to or liked first (R6.08, D4.6). A visitor sees the members who
 * switched that on, if the site shows visitors any members, which the caller checks.
 */
export function visibilityError(
  row: Visibility | undefined,
  siteId: number,
  viewerId: string | null,
): ErrorCode | undefined {
  if (!row || row.site_id !== siteId) return "profile_not_found";
  if (row.member_id === viewerId) return undefined;
  if (row.status !== "active" || (viewerId === null && !row.open_to_visitors)) return "profile_not_found";
  if (row.blocked) return "blocked_by_you";
  if (row.unwanted || row.apart || !(row.listed || row.approached)) return "profile_not_found";
  return row.blocks ? "blocked" : undefined;
}

/** Each row counts other members with the same facts, so that a total needs no row for each of them. */
export function sumShown(
  rows: readonly (Omit<Visibility, "member_id"> & { count: number | string })[],
  siteId: number,
  viewerId: string,
): number {
  const visibleRows = rows.filter((row) => mayBeShown({ ...row, member_id: "" }, siteId, viewerId));
  return visibleRows.reduce((sum, { count }) => sum + Number(count), 0);
}

/** Whether a viewer may see a member; lists silently leave out the others. */
export function mayBeShown<Row extends Visibility>(
  row: Row,
  siteId: number,
  viewerId: string | null,
): row is Visible<Row> {
  return visibilityError(row, siteId, viewerId) === undefined;
}
