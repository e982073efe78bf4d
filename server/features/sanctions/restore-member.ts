import { deleteBan } from "#server/features/account/index.ts";
import { issueStatement } from "#server/features/decisions/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import { isSanctioned } from "./rules.ts";
import type { SanctionContext } from "./sanction-member.ts";
import { recordStanding } from "./standing.ts";
import { countAct, type LockedMember, lockMember, setMuted, setUsable } from "./store.ts";

type Given = Pick<SanctionContext, "db" | "services" | "now">;

type Restored = { memberId: string; words: string; staffId: string; decisionId: string; version: number };

/**
 * Lifts all measures against a member, with a statement of reasons (D11.2, D11.4). Runs in the caller's transaction.
 * False, with nothing changed, if there is nothing to lift, or if other staff changed the measures since `version`.
 */
export async function restoreMember(ctx: Given, { memberId, version, ...stated }: Restored): Promise<boolean> {
  const member = await lockMember(ctx.db, memberId);
  if (!member || !isSanctioned(member, ctx.now) || version !== member.sanction_version) return false;
  await countAct(ctx.db, memberId);
  await ctx.services.jobs.add(ctx.db, recordStanding, { id: memberId });
  await setMuted(ctx.db, memberId, null);
  await admit(ctx, member);
  const statement = { siteId: member.site_id, memberId, side: "owner", decision: "restored", ground: null } as const;
  await issueStatement(ctx, { ...stated, ...statement });
  return true;
}

/** Makes a suspended or banned account usable again. */
async function admit({ db }: Pick<Given, "db">, { id, site_id: siteId, email, status }: LockedMember): Promise<void> {
  if (status !== "suspended" && status !== "banned") return;
  if (status === "banned") await deleteBan(db, siteId, email);
  await setUsable(db, id);
  await listProfile(db, id);
}

type Upheld = { memberId: string; decision: string; until: Date | null };

/**
 * Lifts the measure against which an objection was upheld (D11.2), unless a later one has replaced it. The answer to
 * the objection notifies the member. Runs in the caller's transaction.
 */
export async function liftSanction(ctx: Given, { memberId, decision, until }: Upheld): Promise<void> {
  const member = await lockMember(ctx.db, memberId);
  if (!member) return;
  const isSame = (standing: Date | null) => standing !== null && standing.getTime() === until?.getTime();
  const mutedHere = decision === "muted" && isSame(member.muted_until);
  const suspendedHere = decision === "suspended" && isSame(member.suspended_until);
  const bannedHere = decision === "banned" && member.status === "banned";
  if (!mutedHere && !suspendedHere && !bannedHere) return;
  await countAct(ctx.db, memberId);
  await ctx.services.jobs.add(ctx.db, recordStanding, { id: memberId });
  if (mutedHere) await setMuted(ctx.db, memberId, null);
  else await admit(ctx, member);
}

/** Lifts a suspension whose time is over; false if none is. Runs in the caller's transaction. */
export async function endSuspension({ db, now }: Pick<Given, "db" | "now">, memberId: string): Promise<boolean> {
  const member = await lockMember(db, memberId);
  if (member?.status !== "suspended" || member.suspended_until === null || member.suspended_until > now) return false;
  await admit({ db }, member);
  return true;
}
