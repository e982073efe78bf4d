import type { Money } from "#contract/withdrawals.ts";
import type { Lockable } from "#server/db/locks.ts";
import { canonicalAddress, createLink, erasureCutoff, restorableUntil } from "#server/features/auth/index.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { formatSums, formatTime, type MailOwner, type MailParams, mailOwner } from "#server/features/mails/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { timeZoneOf } from "#server/http/cookies.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { findDeleted, markRestored } from "./deletion-store.ts";

type Mailing = Parameters<typeof mailOwner>[0] & {
  db: Lockable<"accounts">;
  now: Date;
  services: Pick<Services, "random">;
};

/** `cause`: the member deleted it, staff at their request, or a job after a long silence. */
type Deleted = {
  deletedAt: Date;
  /** The member's, if they ask themselves. */
  timeZone?: string;
  refunds?: readonly Money[];
  cause?: MailParams["account_deleted"]["cause"];
};

/** Queues the mail with the link that restores an account. A repetition does not extend the 14 days (R4.03, D3.6). */
export async function sendReactivation(
  ctx: Mailing,
  account: MailOwner,
  { deletedAt, timeZone, refunds = [], cause = "member" }: Deleted,
): Promise<void> {
  const until = restorableUntil(deletedAt);
  const link = { kind: "reactivation", accountId: account.id, now: ctx.now, expiresAt: until } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  const language = languageOf(account.language);
  await mailOwner(ctx, account, {
    kind: "account_deleted",
    path: `/${token}`,
    until: formatTime(language, until, timeZone),
    refund: formatSums(language, refunds),
    cause,
  });
}

/** Sends that link again, at most three times a day; the caller can't see whether a mail was sent. */
export async function requestReactivation(ctx: Mutating, email: string): Promise<void> {
  const account = await findDeleted(ctx.db, ctx.site.id, canonicalAddress(email) ?? email, ctx.now);
  if (!account) return;
  const secondsToWait = await ctx.services.limits.recordAttempt("reset_mail", `reactivation:${account.id}`);
  if (secondsToWait > 0) return;
  await sendReactivation(ctx, account, { deletedAt: account.deleted_at, timeZone: timeZoneOf(ctx) });
}

/** What a deleted account still has, and what of it is on its way back, or is back already. */
export async function showRestorable({ db, services, now }: Pick<Context, "db" | "services" | "now">, id: string) {
  const refunds = await services.hooks.findRefundedOnLeaving(db, id, erasureCutoff(now));
  return { credits: await balanceOf(db, id), refunds };
}

type Reviving = Pick<Context, "db" | "services" | "site" | "origin" | "now" | "log" | "afterCommit">;

/** Makes a deleted account usable again; undefined if it is too late or its address is banned. */
export async function reviveAccount(ctx: Reviving, accountId: string) {
  const account = await markRestored(ctx.db, accountId, ctx.now);
  if (!account) return undefined;
  await listProfile(ctx.db, accountId);
  await mailOwner(ctx, account, { kind: "account_restored", path: "/chats" });
  await ctx.services.hooks.memberChanged(ctx, accountId, "restored");
  ctx.afterCommit(() => ctx.log.info({ account: accountId }, "account restored"));
  return account;
}

/** Restores a deleted account by its link, in that link's transaction, and logs the caller in. */
export async function restoreAccount(ctx: Context, accountId: string): Promise<{ name: string }> {
  const account = await reviveAccount(ctx, accountId);
  if (!account) throw fail("link_invalid");
  ctx.openSession(accountId);
  return { name: account.name };
}
