import { createHash } from "node:crypto";
import type { TalkProgress } from "#contract/talks.ts";
import { type Lockable, type Locked, lockPair, type PoolOrLockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Emit } from "#server/emit.ts";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { Failure, fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import {
  type Ending,
  endingDue,
  minutesDue,
  mySide,
  otherOf,
  roleOf,
  shownEndOf,
  steadySince,
  type TalkRow,
  talkStateOf,
  toProgress,
} from "./rules.ts";
import {
  closeTalk,
  findOpenBetween,
  findTalk,
  holdSession,
  recordBeat,
  setMinutesCharged,
  takeSide,
} from "./talks-store.ts";

type Publishing = { emit: Emit };

/** Publishes how a talk stands to the pages of both. One that does not ring for the asked one is the asker's alone. */
export function publishTalk({ emit }: Publishing, talk: TalkRow): void {
  const event = { type: "talk", talk: talk.id, state: talkStateOf(talk), end: shownEndOf(talk) } as const;
  emit(talk.asker_id, event);
  // they learn afterwards that they were asked for a call
  if (!talk.silent || event.state === "ended") emit(talk.asked_id, event);
}

/** How a talk stands, for one of its members. Only what costs something needs the asker's balance. */
export async function progressOf(db: Db, talk: TalkRow, viewerId: string): Promise<TalkProgress> {
  const isPaid = talk.minute_credits > 0 && talk.asker_id === viewerId && talkStateOf(talk) === "running";
  return toProgress(talk, viewerId, isPaid ? await balanceOf(db, viewerId) : null);
}

/** Locks the pair of a talk of a member; what changes a talk takes the lock that this returns. */
export async function lockTalk(db: Lockable<"pair">, memberId: string, id: string) {
  const before = await findTalk(db, memberId, id);
  if (!before) throw fail("talk_not_found");
  const pair = await lockPair(db, before.asker_id, before.asked_id);
  const talk = await findTalk(pair, memberId, id);
  // a block of the two deleted it meanwhile
  if (!talk) throw fail("talk_not_found");
  return { pair, talk };
}

/** Ends an open talk; one that has ended stays as it is. */
export async function finish(pair: Locked<"pair">, talk: TalkRow, ending: Ending, now: Date): Promise<TalkRow> {
  if (talk.ended_at !== null) return talk;
  await closeTalk(pair, talk.id, ending, now);
  return { ...talk, ended_at: now, ending, asker: null, asked: null };
}

/** The cause of the entry for a minute of a talk: the same for the same minute, so that it is booked once. */
function causeOfMinute(talkId: string, minute: number): string {
  const hex = createHash("sha256").update(`${talkId} ${minute}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/**
 * Charges the asker for each minute that has begun, once. The talk ends if their credits don't reach for one. Returns
 * the talk since, and the asker's balance if it has changed.
 */
export async function chargeMinutes(
  pair: Locked<"pair">,
  talk: TalkRow,
  now: Date,
): Promise<{ talk: TalkRow; balance: number | undefined }> {
  const { asker_id: memberId, site_id: siteId, minute_credits: credits } = talk;
  let charged = talk.minutes_charged;
  let balance: number | undefined;
  let isShort = false;
  for (const last = charged + minutesDue(talk, now); charged < last && !isShort; ) {
    const entry = { memberId, siteId, amount: -credits, cause: "talk" as const, now };
    try {
      ({ balance } = await book(pair, { ...entry, causeId: causeOfMinute(talk.id, charged) }));
      charged += 1;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "not_enough_credits") throw error;
      isShort = true;
    }
  }
  if (charged > talk.minutes_charged) await setMinutesCharged(pair, talk.id, charged);
  const since = { ...talk, minutes_charged: charged };
  return { talk: isShort ? await finish(pair, since, "credits", now) : since, balance };
}

/** Ends the open talks of two members whose rows are about to be deleted, as by a block, and publishes that. */
export async function endTalksBetween(
  { pair, emit, now }: { pair: Locked<"pair">; emit: Emit; now: Date },
  one: string,
  other: string,
): Promise<void> {
  for (const talk of await findOpenBetween(pair, one, other)) {
    publishTalk({ emit }, await finish(pair, talk, "closed", now));
  }
}

type Settled = { talk: TalkRow; balance: number | undefined; changed: boolean };

/** Ends a talk that is to end, and charges for the minutes that have begun. A repeat changes nothing. */
async function settle(pair: Locked<"pair">, talk: TalkRow, now: Date): Promise<Settled> {
  const ending = endingDue(talk, now);
  if (ending) return { talk: await finish(pair, talk, ending, now), balance: undefined, changed: true };
  const charged = await chargeMinutes(pair, talk, now);
  return { ...charged, changed: talkStateOf(charged.talk) === "ended" };
}

function publishSettled(ctx: Publishing, { talk, balance, changed }: Settled): void {
  if (changed) publishTalk(ctx, talk);
  if (balance !== undefined) ctx.emit(talk.asker_id, { type: "credits", credits: balance });
}

type SettleContext = Publishing & { db: PoolOrLockable<"pair">; now: Date };

/** The same for a talk by its id, in a transaction. Undefined: it is gone. */
export async function settleTalk({ db, emit, now }: SettleContext, memberId: string, id: string) {
  const settled = await inTransaction(db, async (trx: Lockable<"pair">) => {
    const { pair, talk } = await lockTalk(trx, memberId, id);
    return await settle(pair, talk, now);
  }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "talk_not_found") return undefined;
    throw error;
  });
  if (settled) publishSettled({ emit }, settled);
  return settled?.talk;
}

/** Gives up asking, says "not now", or hangs up. One that has ended stays as it is. */
export async function endTalk(ctx: Mutating<MemberContext>, id: string): Promise<TalkProgress> {
  const { db, viewer, now } = ctx;
  const { pair, talk } = await lockTalk(db, viewer.memberId, id);
  if (talkStateOf(talk) === "ended") return toProgress(talk, viewer.memberId, null);
  const whileRinging = talk.asker_id === viewer.memberId ? "cancelled" : "declined";
  const ended = await finish(pair, talk, talk.begun_at === null ? whileRinging : "hung_up", now);
  publishTalk(ctx, ended);
  return toProgress(ended, viewer.memberId, null);
}

/** Throws if the session of the request has ended: the side of a page ends with its session. */
export async function sessionOf({ db, viewer }: Mutating<MemberContext>): Promise<Buffer> {
  if (!(await holdSession(db, viewer.tokenHash))) throw fail("authentication_required");
  return viewer.tokenHash;
}

/** Another page of the member goes on with the talk. */
export async function joinTalk(ctx: Mutating<MemberContext>, { id, page }: { id: string; page: string }) {
  const { db, viewer, now } = ctx;
  const { memberId } = viewer;
  const { pair, talk } = await lockTalk(db, memberId, id);
  const side = mySide(talk, memberId);
  // what rings for the member is accepted, not joined
  if (side === null || side.page === null) throw fail("talk_over");
  if (side.page === page) return talk;
  await takeSide(pair, id, { memberId, page, session: await sessionOf(ctx), now });
  const joined = await findTalk(pair, memberId, id);
  if (!joined) throw fail("talk_not_found");
  publishTalk(ctx, joined);
  return joined;
}

type Beat = { id: string; page: string; camera: boolean; clear: boolean };

/** The page takes part, and says what its side wants. A talk that is to end does so by this. */
export async function beatTalk(ctx: MemberContext, { id, page, camera, clear }: Beat): Promise<TalkProgress> {
  const { db, viewer, now, emit } = ctx;
  const { memberId } = viewer;
  const talk = await findTalk(db, memberId, id);
  if (!talk) throw fail("talk_not_found");
  const side = mySide(talk, memberId);
  if (talkStateOf(talk) === "ended" || side?.page !== page) return await progressOf(db, talk, memberId);
  const beat = { seen_at: now, beating_since: steadySince(side, now), camera, clear };
  const isRecorded = await recordBeat(db, id, { memberId, page, camera, clear, since: beat.beating_since, now });
  const beaten = { ...talk, [roleOf(talk, memberId)]: { ...side, ...beat } };
  const isDue = endingDue(beaten, now) !== undefined || minutesDue(beaten, now) > 0;
  const current = isDue || !isRecorded ? await settleTalk(ctx, memberId, id) : beaten;
  if (!current) throw fail("talk_not_found");
  if (talkStateOf(current) !== "ended" && (camera !== side.camera || clear !== side.clear)) {
    emit(otherOf(current, memberId), { type: "talk", talk: id, state: talkStateOf(current), end: null });
  }
  return await progressOf(db, current, memberId);
}
