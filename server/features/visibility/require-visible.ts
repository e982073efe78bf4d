import { settingPath } from "#contract/setting-sections.ts";
import { type Lockable, lockPair } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import { mayBeShown, type Visibility, type Visible, visibilityError } from "./rules.ts";
import { findMutual, findVisibility } from "./store.ts";

/** Loads another member and checks that the viewer may interact with them. */
export async function requireVisible(db: Db, siteId: number, viewerId: string, memberId: string) {
  return assertVisible(await findVisibility(db, siteId, { viewer: viewerId, member: memberId }), siteId, viewerId);
}

/** The profile page and the chat name a block to the blocked member; for all other calls the member is not found. */
type BlockOptions = { namesBlock?: boolean };
/** An act by which its author becomes visible to the other: `first`, as a like, or `again`, in a chat of the two. */
type MutualOptions = BlockOptions & { approaches?: "first" | "again" };

/** Locks the pair until the transaction ends, and checks `assertMutual`. Rows between the two are written by `pair`. */
export async function requireMutual(
  db: Lockable<"pair">,
  siteId: number,
  from: string,
  to: string,
  options?: MutualOptions,
) {
  if (from === to) throw fail("own_profile");
  const pair = await lockPair(db, from, to);
  return { ...(await assertMutual(pair, siteId, from, to, options)), pair };
}

/**
 * Throws why `from` may not see `to`, or `hidden_from_them` if `to` may not see `from`. An act that `approaches` makes
 * its author visible; the first one needs their consent to that (`consent_withdrawn`). `isSeen` is false before the
 * confirmation of the author's account: `to` may not learn of it yet. What is written by this is checked again under
 * the pair's lock.
 */
export async function assertMutual(
  db: Db,
  siteId: number,
  from: string,
  to: string,
  { approaches, ...options }: MutualOptions = {},
) {
  const rows = await findMutual(db, siteId, from, to);
  const other = assertVisible(
    rows.find((row) => row.member_id === to),
    siteId,
    from,
    options,
  );
  const me = rows.find((row) => row.member_id === from);
  if (!me) throw fail("profile_not_found");
  if (approaches === "first" && !me.consents) throw fail("consent_withdrawn", { link: settingPath("consents") });
  const isSeen = mayBeShown({ ...me, approached: me.approached || approaches !== undefined }, siteId, to);
  if (!isSeen && !(approaches !== undefined && me.status !== "active")) throw fail("hidden_from_them");
  return { me, other, isSeen };
}

/** Returns the row, or throws why the viewer may not see the member; for a block, with the member's name. */
export function assertVisible<Row extends Visibility & { name: string }>(
  row: Row | undefined,
  siteId: number,
  viewerId: string | null,
  { namesBlock = false }: BlockOptions = {},
): Visible<Row> {
  if (row && mayBeShown(row, siteId, viewerId)) return row;
  const error = visibilityError(row, siteId, viewerId);
  const isNamed = error === "blocked_by_you" || (error === "blocked" && namesBlock);
  throw row && isNamed ? fail(error, { params: { name: row.name } }) : fail("profile_not_found");
}
