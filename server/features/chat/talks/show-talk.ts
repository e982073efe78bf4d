import type { MemberEvent } from "#contract/events.ts";
import type { Talk, TalkOnChat } from "#contract/talks.ts";
import type { Db } from "#server/db/pool.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { ChatSide } from "../conversations-store.ts";
import { isWaiting, otherOf, roleOf, type TalkRow, talkStateOf } from "./rules.ts";
import { progressOf } from "./run-talk.ts";
import { findOpenTalk, findTalksOnChat } from "./talks-store.ts";

/** A talk as one of its members sees it; null if they can't be shown the other one any more. */
async function findShown(ctx: MemberContext, talk: TalkRow): Promise<Talk | null> {
  const { memberId } = ctx.viewer;
  const [[profile], progress] = await Promise.all([
    loadCards(ctx, [otherOf(talk, memberId)]),
    progressOf(ctx.db, talk, memberId),
  ]);
  if (!profile) return null;
  const { ring_until, minute_credits } = talk;
  const role = roleOf(talk, memberId);
  return { ...progress, role, profile, ring_until: ring_until.toISOString(), minute_credits };
}

/** The same for a talk that the caller has just changed. */
export async function showTalk(ctx: MemberContext, talk: TalkRow): Promise<Talk> {
  const view = await findShown(ctx, talk);
  if (!view) throw fail("profile_not_found");
  return view;
}

/** The talk that rings for the caller, or that they are in. */
export async function showOpenTalk(ctx: MemberContext): Promise<Talk | null> {
  const talk = await findOpenTalk(ctx.db, ctx.viewer.memberId);
  if (!talk || (talkStateOf(talk) === "ringing" && !isWaiting(talk, ctx.now))) return null;
  return await findShown(ctx, talk);
}

/** The event of a talk that rings for a member, for a page that opens meanwhile. */
export async function findRing(db: Db, memberId: string, now: Date): Promise<MemberEvent[]> {
  const talk = await findOpenTalk(db, memberId);
  if (!talk || roleOf(talk, memberId) === "asker" || talkStateOf(talk) !== "ringing" || !isWaiting(talk, now))
    return [];
  return [{ type: "talk", talk: talk.id, state: "ringing", end: null }];
}

/**
 * Whether the viewer of a chat can ask the other one for a talk, and the last one. `side`: undefined if there is no
 * chat.
 */
export async function showTalkOnChat(
  { db, services, viewer, now }: Pick<MemberContext, "db" | "services" | "viewer" | "now">,
  otherId: string,
  side: ChatSide | undefined,
): Promise<Omit<TalkOnChat, "minute_credits">> {
  const isAvailable = services.relay !== undefined;
  const haveBothWritten = (side?.wrote && side.answered) ?? false;
  const { last, takes } = await findTalksOnChat(db, { viewerId: viewer.memberId, otherId }, side?.hidden_until, now);
  return {
    chance: chanceOf({ isAvailable, haveBothWritten, takes }),
    last: last && {
      id: last.id,
      mine: last.asker_id === viewer.memberId,
      asked_at: last.asked_at,
      seconds: last.seconds,
    },
  };
}

type Chances = { isAvailable: boolean; haveBothWritten: boolean; takes: boolean };

function chanceOf({ isAvailable, haveBothWritten, takes }: Chances): TalkOnChat["chance"] {
  if (!isAvailable) return "unavailable";
  if (!haveBothWritten) return "needs_answer";
  return takes ? "open" : "off";
}
