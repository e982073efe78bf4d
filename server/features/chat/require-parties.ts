import type { Db } from "#server/db/pool.ts";
import { assertMutual } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import { findParties } from "./messages-store.ts";
import { mayContinueChat, validateParties } from "./rules.ts";

/**
 * Both parties of a message and their conversation, if `from` may write to `to`, now or on confirmation (D6.3). What
 * writes a row of the two by this has locked the pair before.
 */
export async function requireParties(db: Db, siteId: number, from: string, to: string) {
  const parties = await findParties(db, siteId, from, to);
  const error = validateParties(parties);
  if (error || !parties) throw fail(error ?? "profile_not_found");
  const approaches = parties.conversation_id === null ? "first" : "again";
  if (!mayContinueChat(parties)) await assertMutual(db, siteId, from, to, { approaches, namesBlock: true });
  return parties;
}
