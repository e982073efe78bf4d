import type { z } from "zod";
import type { deleteAccount as deleteAccountCall } from "#contract/account.ts";
import { type LinkKind, linkKinds } from "#contract/auth.ts";
import type { Lockable, Locked } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import {
  allKindsButUndo,
  type EndingSessions,
  endSessions,
  findByAddress,
  lockOwnAccount,
  requirePassword,
  restorableUntil,
  revokeLinks,
} from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import { type Deletion, findAcquaintances, insertBan, markDeleted } from "./deletion-store.ts";
import { sendReactivation } from "./restore-account.ts";

type Closing = EndingSessions & {
  db: Lockable<"accounts"> | Locked<"accounts">;
  services: Pick<Services, "hooks" | "jobs">;
};

/** Hides an account, ends its sessions and these links; undefined if it is deleted or banned already. */
export async function closeAccount(ctx: Closing, accountId: string, deletion: Deletion, revoked: readonly LinkKind[]) {
  const deleted = await markDeleted(ctx.db, accountId, deletion);
  if (!deleted) return undefined;
  await listProfile(ctx.db, accountId);
  await endSessions(ctx, accountId);
  await ctx.services.hooks.memberChanged(ctx, accountId, "deleted");
  await revokeLinks(deleted.db, accountId, revoked);
  return deleted.person;
}

type DeleteAccountInput = z.output<typeof deleteAccountCall.body>;

/** Deletes the caller's account; no data is erased yet. Returns until when it can be restored. */
export async function deleteAccount(ctx: MemberContext, input: DeleteAccountInput): Promise<Date> {
  await requirePassword(ctx, input.password);
  const { memberId } = ctx.viewer;
  await inTransaction(ctx.db, async (db) => {
    await lockOwnAccount({ ...ctx, db });
    const deletion = { reason: input.reason, comment: input.comment, now: ctx.now };
    const account = await closeAccount({ ...ctx, db }, memberId, deletion, allKindsButUndo);
    // deleted at the same time in another tab
    if (!account) throw fail("authentication_required");
    await sendReactivation({ ...ctx, db }, account, ctx.now);
  });
  ctx.closeSession();
  ctx.log.info({ account: memberId }, "account deleted");
  // makes open pages of other members reload; their requests no longer see this member
  for (const acquaintanceId of await findAcquaintances(ctx.db, ctx.services.pairTables, memberId)) {
    ctx.emit(acquaintanceId, { type: "member_hidden", member: memberId });
  }
  return restorableUntil(ctx.now);
}

type Given = Closing & { now: Date };

/** A proven request: by its member, or by the owner of an address who had no account then. */
type ProvenRequest = { id: string; siteId: number; email: string; memberId: string | null };

/** Returns the id of the account that it deletes; undefined: none; null: banned earlier (D10.1, D11.9). */
export async function banAddress(input: Given, { id, siteId, email, memberId }: ProvenRequest) {
  const { db, now } = input;
  if (!(await insertBan(db, { siteId, email, complaintId: id, now }))) return null;
  const accountId = memberId ?? (await findByAddress(db, siteId, email));
  if (accountId === undefined) return undefined;
  const deletion = { reason: undefined, comment: undefined, now };
  await closeAccount(input, accountId, deletion, linkKinds);
  return accountId;
}
