import type { z } from "zod";
import type { askTalk as askCall } from "#contract/talks.ts";
import { type Locked, lockPair } from "#server/db/locks.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { assertAgeAssured } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { requireParties } from "../require-parties.ts";
import { isDearerThan, mutedError, priceFor } from "../rules.ts";
import { hasWritten } from "../voice/store.ts";
import { askAgainSeconds, endingDue, hasLeft, isWaiting, type TalkRow, talkStateOf, unansweredADay } from "./rules.ts";
import { chargeMinutes, finish, lockTalk, publishTalk, sessionOf } from "./run-talk.ts";
import {
  beginTalk,
  countUnanswered,
  findAsking,
  findTalk,
  insertTalk,
  markSilent,
  seat,
  takeSide,
  takesTalks,
} from "./talks-store.ts";

type Context = Mutating<MemberContext>;
type AskInput = z.output<typeof askCall.body>;

/**
 * Asks a member for a talk. If they ask the caller at the same moment, both have pressed, and it begins. If they are in
 * another one, it rings for the asker alone, who never learns of it.
 */
export async function askTalk(ctx: Context, { member: to, page, credits: seen }: AskInput): Promise<TalkRow> {
  const { db, services, site, viewer, now } = ctx;
  const from = viewer.memberId;
  if (from === to) throw fail("own_profile");
  if (!services.relay) throw fail("talk_unavailable");
  const pair = await lockPair(db, from, to);
  const open = await findAsking(pair, from, to);
  // a second page of the asker, or a lost answer
  if (open && (isIn(open, from, now) || isWaiting(open, now))) return open;
  if (open) await finishOld(ctx, pair, open);
  const { credits, name, conversationId } = await assertMayAsk(ctx, pair, to);
  const asked = await findAsking(pair, to, from);
  if (asked && isIn(asked, from, now)) return asked;
  if (asked && talkStateOf(asked) === "running") await finishOld(ctx, pair, asked);
  else if (asked && isWaiting(asked, now)) return await begin(ctx, pair, asked, page);
  if (isDearerThan(credits, seen)) throw fail("talk_price_changed");
  if ((await balanceOf(pair, from)) < credits) throw fail("not_enough_credits");
  await assertNotTooSoon(ctx, pair, to);

  const id = await insertTalk(pair, { siteId: site.id, asker: from, asked: to, minuteCredits: credits, now });
  // before the seats, in the order in which the end of a session locks
  const session = await sessionOf(ctx);
  const seated = await seat(pair, id, [from, to]);
  if (!seated.has(from)) throw fail("talk_running");
  const rings = seated.has(to);
  if (!rings) await markSilent(pair, id);
  await takeSide(pair, id, { memberId: from, page, session, now });
  const talk = await findTalk(pair, from, id);
  if (!talk) throw new Error("a talk is gone that its transaction has made");
  if (rings) {
    const path = `/chats/${conversationId}`;
    const ring = { memberId: to, fromId: from, fromName: name, path, until: talk.ring_until, now };
    await services.hooks.memberRung({ db, services }, ring);
  }
  publishTalk(ctx, talk);
  return talk;
}

const isIn = (talk: TalkRow, memberId: string, now: Date) =>
  talkStateOf(talk) === "running" && !hasLeft(talk, memberId, now);

/** Ends a talk that nothing else has ended yet, so that its members can be asked anew at once. */
async function finishOld(ctx: Context, pair: Locked<"pair">, talk: TalkRow): Promise<void> {
  const { now } = ctx;
  const ending = talkStateOf(talk) === "running" ? "lost" : "missed";
  publishTalk(ctx, await finish(pair, talk, endingDue(talk, now) ?? ending, now));
}

/** What a minute costs the caller, their name, and the chat. Throws if they may not ask this member for a talk. */
async function assertMayAsk({ site, viewer, now }: Context, pair: Locked<"pair">, to: string) {
  const from = viewer.memberId;
  const parties = await requireParties(pair, site.id, from, to);
  await assertAgeAssured(pair, site, from);
  if (parties.status !== "active") throw fail("account_not_confirmed");
  const muted = mutedError(parties, now);
  if (muted) throw muted;
  const haveBothWritten = parties.answered && (await hasWritten(pair, { from, to }));
  if (!haveBothWritten) throw fail("talk_needs_answer");
  if (!(await takesTalks(pair, to))) throw fail("talk_off");
  const credits = priceFor(parties, site.settings.call_minute_credits);
  return { credits, name: parties.name, conversationId: parties.conversation_id };
}

/** Throws `talk_too_soon` for a member who does not answer, with the time after which they may be asked again. */
async function assertNotTooSoon({ viewer, now }: Context, pair: Locked<"pair">, to: string): Promise<void> {
  const { count, first_at, last_at } = await countUnanswered(pair, viewer.memberId, to, now);
  const secondsAfter = (at: Date | null, seconds: number) =>
    at === null ? 0 : Math.ceil((at.getTime() - now.getTime()) / 1000) + seconds;
  const retryAfter = Math.max(
    secondsAfter(last_at, askAgainSeconds),
    count < unansweredADay ? 0 : secondsAfter(first_at, 86_400),
  );
  if (retryAfter > 0) throw fail("talk_too_soon", { retryAfter });
}

/** Takes a call that rings for the caller, on this page. */
export async function acceptTalk(ctx: Context, { id, page }: { id: string; page: string }): Promise<TalkRow> {
  const { db, site, viewer, now } = ctx;
  const { pair, talk } = await lockTalk(db, viewer.memberId, id);
  if (talk.asked_id !== viewer.memberId || talkStateOf(talk) === "ended") throw fail("talk_over");
  if (talkStateOf(talk) === "running") {
    if (talk.asked?.page === page) return talk;
    throw fail("talk_elsewhere");
  }
  if (!isWaiting(talk, now)) throw fail("talk_over");
  await assertAgeAssured(pair, site, viewer.memberId);
  const parties = await requireParties(pair, site.id, viewer.memberId, talk.asker_id);
  const muted = mutedError(parties, now);
  if (muted) throw muted;
  return await begin(ctx, pair, talk, page);
}

/** Both have pressed: the talk begins, and its first minute is charged. */
async function begin(ctx: Context, pair: Locked<"pair">, talk: TalkRow, page: string): Promise<TalkRow> {
  const { viewer, now } = ctx;
  const { memberId } = viewer;
  const session = await sessionOf(ctx);
  // one that rang for the asker alone has no seat for the other one yet, who may sit in another talk
  const isSeated = talk.asked !== null || (await seat(pair, talk.id, [memberId])).has(memberId);
  if (!isSeated) throw fail("talk_running");
  await takeSide(pair, talk.id, { memberId, page, session, now });
  await beginTalk(pair, talk.id, now);
  const begun = await findTalk(pair, memberId, talk.id);
  if (!begun) throw new Error("a talk is gone that its transaction has begun");
  const { talk: charged, balance } = await chargeMinutes(pair, begun, now);
  publishTalk(ctx, charged);
  if (balance !== undefined) ctx.emit(charged.asker_id, { type: "credits", credits: balance });
  return charged;
}
