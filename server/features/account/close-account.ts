import type { z } from "zod";
import type { deleteAccount as deleteAccountCall } from "#contract/account.ts";
import { type LinkKind, linkKinds } from "#contract/auth.ts";
import type { Money } from "#contract/withdrawals.ts";
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
import { siteAndCompany } from "#server/features/sites/index.ts";
import type { LeavingReason } from "#server/hooks.ts";
import { timeZoneOf } from "#server/http/cookies.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, MemberContext } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { type Deletion, findAcquaintances, insertBan, lockDeleted, markDeleted } from "./deletion-store.ts";
import { sendReactivation } from "./restore-account.ts";

type Closing = EndingSessions & {
  db: Lockable<"accounts"> | Locked<"accounts">;
  services: Pick<Services, "hooks" | "jobs">;
};

/** `refund`: why bought, unspent credits go back; null: they stay with the account. */
type Leaving = Deletion & { refund: LeavingReason | null };

/** Hides an account, ends its sessions and these links; undefined if it is deleted or banned already. */
export async function closeAccount(ctx: Closing, accountId: string, leaving: Leaving, revoked: readonly LinkKind[]) {
  const { refund, ...deletion } = leaving;
  const deleted = await markDeleted(ctx.db, accountId, deletion);
  if (!deleted) return undefined;
  const refunding = { ...ctx, db: deleted.db, now: deletion.now };
  const refunds = refund ? await ctx.services.hooks.refundUnspent(refunding, accountId, refund) : [];
  await listProfile(ctx.db, accountId);
  await endSessions(ctx, accountId);
  await ctx.services.hooks.memberChanged(ctx, accountId, "deleted");
  await revokeLinks(deleted.db, accountId, revoked);
  return { ...deleted.person, refunds };
}

type DeleteAccountInput = z.output<typeof deleteAccountCall.body>;

/** Deletes the caller's account; no data is erased yet. `until`: the end of the time in which it can be restored. */
export async function deleteAccount(ctx: MemberContext, input: DeleteAccountInput) {
  await requirePassword(ctx, input.password);
  const { memberId } = ctx.viewer;
  const refunds = await inTransaction(ctx.db, async (db) => {
    await lockOwnAccount({ ...ctx, db });
    const refund = input.refund ? ("account_deleted" as const) : null;
    const leaving = { reason: input.reason, comment: input.comment, refund, now: ctx.now };
    const account = await closeAccount({ ...ctx, db }, memberId, leaving, allKindsButUndo);
    // deleted at the same time in another tab
    if (!account) throw fail("authentication_required");
    await sendReactivation({ ...ctx, db }, account, {
      deletedAt: ctx.now,
      timeZone: timeZoneOf(ctx),
      refunds: account.refunds,
    });
    return account.refunds;
  });
  ctx.closeSession();
  ctx.log.info({ account: memberId }, "account deleted");
  // makes open pages of other members reload; their requests no longer see this member
  for (const acquaintanceId of await findAcquaintances(ctx.db, ctx.services.pairTables, memberId)) {
    ctx.emit(acquaintanceId, { type: "member_hidden", member: memberId });
  }
  return { until: restorableUntil(ctx.now), refunds };
}

type Leaver = {
  accountId: string;
  refund: boolean;
  cause: "team" | "silence";
};

/** Deletes a member's account for them, as `deleteAccount` does; undefined if it is deleted or banned. */
export async function deleteFor(
  ctx: Closing & Pick<Context, "db" | "services" | "now">,
  { accountId, refund, cause }: Leaver,
): Promise<Money[] | undefined> {
  const { db, services, now } = ctx;
  const leaving = { reason: undefined, comment: undefined, refund: refund ? ("account_deleted" as const) : null, now };
  const account = await closeAccount(ctx, accountId, leaving, allKindsButUndo);
  if (!account) return undefined;
  const { refunds } = account;
  const { site } = await siteAndCompany(db, account.site_id);
  const mailing = { db, services, now, site, origin: siteOrigin(site, services.config) };
  await sendReactivation(mailing, account, { deletedAt: now, refunds, cause });
  return refunds;
}

type Given = Closing & { db: Lockable<"accounts">; now: Date };

/** A proven request: by its member, or by the owner of an address who had no account then. */
type ProvenRequest = { id: string; siteId: number; email: string; memberId: string | null };

/** Returns the account that it deletes, if there is one; null: banned earlier (D10.1, D11.9). */
export async function banAddress(input: Given, { id, siteId, email, memberId }: ProvenRequest) {
  const { db, now } = input;
  if (!(await insertBan(db, { siteId, email, complaintId: id, now }))) return null;
  const accountId = memberId ?? (await findByAddress(db, siteId, email));
  if (accountId === undefined) return { accountId: undefined, refunds: [] };
  const leaving = { reason: undefined, comment: undefined, refund: "account_deleted" as const, now };
  const closed = await closeAccount(input, accountId, leaving, linkKinds);
  if (closed) return { accountId, refunds: closed.refunds };
  // the member has deleted it before; whether a ban by staff refunds was decided with that ban
  const deleted = await lockDeleted(db, accountId);
  const refunds = deleted.row
    ? await input.services.hooks.refundUnspent({ ...input, db: deleted.db }, accountId, leaving.refund)
    : [];
  return { accountId, refunds };
}
