import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findSessionStart, lockAccount } from "./store.ts";

/**
 * Locks the caller's account until the transaction ends. Throws `authentication_required` if the session has ended by
 * then: what ends every access at this instant, as a reset or a suspension does, must not miss the caller's change.
 */
export async function lockOwnAccount({ db, viewer }: Pick<MemberContext, "db" | "viewer">): Promise<void> {
  await lockAccount(db, { id: viewer.memberId });
  if ((await findSessionStart(db, viewer.tokenHash)) === undefined) throw fail("authentication_required");
}
