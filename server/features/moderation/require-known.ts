import { findConversationOf } from "#server/features/chat/index.ts";
import { findVisibility, visibilityError } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";

/**
 * A member that the caller may block or report: they see the member, or would without a block or a switch of their own,
 * or chat with the member. Throws `profile_not_found` for all others: invisible members then look like deleted ones.
 */
export async function requireKnown(
  { db, site, viewer }: Pick<MemberContext, "db" | "site" | "viewer">,
  memberId: string,
): Promise<void> {
  const row = await findVisibility(db, site.id, { viewer: viewer.memberId, member: memberId });
  if (visibilityError(row, site.id, viewer.memberId) !== "profile_not_found") return;
  const isChatting = async () => (await findConversationOf(db, viewer.memberId, memberId)) !== undefined;
  if (row?.status === "active" && (row.unwanted || (await isChatting()))) return;
  throw fail("profile_not_found");
}
