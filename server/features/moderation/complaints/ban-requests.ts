import { type BanRequest, banConfirmDays, banUndoDays } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import {
  banAddress,
  deleteRequestedBan,
  findRequestedBan,
  isDeletedSince,
  reviveAccount,
} from "#server/features/account/index.ts";
import { type EndingSessions, findByAddress } from "#server/features/auth/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import type { Services } from "#server/services.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { reapplyMeasures } from "../sanctions/apply-measures.ts";
import { mailBanned, mailStaff } from "./complaint-mails.ts";
import { closeComplaint, findBanRequest, lockBanRequest, lockProvenRequest, setMember, setProven } from "./store.ts";

type Request = NonNullable<Awaited<ReturnType<typeof findBanRequest>>>;

const within = (start: Date, days: number, now: Date) => now.getTime() < start.getTime() + days * dayMs;

function idOf({ services }: Pick<Context, "services">, token: string): string {
  const id = readSignedPath(services.config, "ban-request", token);
  if (id === undefined) throw fail("link_invalid");
  return id;
}

async function withBan(db: Db, request: Request | undefined) {
  if (!request) throw fail("link_invalid");
  return { request, bannedAt: await findRequestedBan(db, request.id) };
}

const lockByToken = async (ctx: Mutating, token: string) =>
  withBan(ctx.db, await lockBanRequest(ctx.db, ctx.site.id, idOf(ctx, token)));

/** A request as its sender sees it; throws `link_invalid` if its link has nothing left to do. */
function show({ number, email, created_at, closed_at, proven }: Request, bannedAt: Date | undefined, now: Date) {
  const common = { number, email, undo_until: null };
  if (!proven) {
    if (closed_at !== null || !within(created_at, banConfirmDays, now)) throw fail("link_invalid");
    return { ...common, state: "unconfirmed" } satisfies BanRequest;
  }
  if (closed_at === null) return { ...common, state: "waiting" } satisfies BanRequest;
  if (bannedAt === undefined || !within(bannedAt, banUndoDays, now)) throw fail("link_invalid");
  const until = new Date(bannedAt.getTime() + banUndoDays * dayMs);
  return { ...common, state: "banned", undo_until: until.toISOString() } satisfies BanRequest;
}

/** What a mailed link about a request to be banned is for. */
export async function showBanRequest(ctx: Context, token: string): Promise<BanRequest> {
  const { request, bannedAt } = await withBan(ctx.db, await findBanRequest(ctx.db, ctx.site.id, idOf(ctx, token)));
  return show(request, bannedAt, ctx.now);
}

/** The mailed link confirms: now the sender is known, and staff get it. A second call changes nothing. */
export async function confirmBanRequest(ctx: Mutating, token: string): Promise<BanRequest> {
  const { request, bannedAt } = await lockByToken(ctx, token);
  const current = show(request, bannedAt, ctx.now);
  if (current.state !== "unconfirmed") return current;
  const { id, number, email, text } = request;
  const memberId = (await findByAddress(ctx.db, ctx.site.id, email)) ?? null;
  await setProven(ctx.db, id, { email, memberId });
  await mailStaff(ctx, { number, kind: "ban", email, memberId, sender: "link", text });
  return { ...current, state: "waiting" };
}

/** Undoes a ban and the deletion of the account within 14 days (D10.1). A ban that staff decided stays. */
export async function undoBan(ctx: Mutating, token: string): Promise<BanRequest> {
  const { request, bannedAt } = await lockByToken(ctx, token);
  const current = show(request, bannedAt, ctx.now);
  if (current.state !== "banned") throw fail("link_invalid");
  await deleteRequestedBan(ctx.db, request.id);
  // an account that its member had deleted before stays deleted
  const { member_id: id } = request;
  if (id !== null && (await isDeletedSince(ctx.db, id, bannedAt ?? ctx.now)) && (await reviveAccount(ctx, id))) {
    // a suspension that was in force is in force again
    await reapplyMeasures(ctx.db, id, ctx.now);
  }
  return { ...current, state: "undone", undo_until: null };
}

type Given = EndingSessions & {
  db: Unlocked;
  services: Pick<Services, "hooks" | "jobs" | "config">;
  now: Date;
};

/**
 * Deletes its sender's account, and bans the address on its site; the mail's link undoes both for 14 days. Returns the
 * address; undefined if no such request is open, or its sender has not proven the address yet.
 */
export async function banSender(input: Given, number: string): Promise<string | undefined> {
  const { services, now } = input;
  return await inTransaction(input.db, async (db) => {
    const request = await lockProvenRequest(db, number);
    if (!request) return undefined;
    const { id, site_id: siteId, email, member_id: memberId, language } = request;
    const closed = await banAddress({ ...input, db }, { id, siteId, email, memberId });
    await closeComplaint(db, number, now);
    // an earlier request has banned the address, with a mail of its own
    if (closed === null) return email;
    const { accountId, refunds } = closed;
    if (accountId !== undefined) await setMember(db, id, accountId);
    const undoUntil = new Date(now.getTime() + banUndoDays * dayMs);
    await mailBanned({ db, services }, { id, siteId, number, email, language, accountId, undoUntil, refunds });
    return email;
  });
}
