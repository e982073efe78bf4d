import type { Talk, TalkOnChat } from "#contract/talks.ts";
import { loadCard } from "#server/features/profiles/index.ts";
import { Failure } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { isWaiting, otherOf, roleOf, stateOf, type TalkRow } from "./rules.ts";
import { progressOf } from "./run-talk.ts";
import { findOpenTalk, findTalksOnChat } from "./talks-store.ts";

/** A talk as one of its members sees it. */
export async function showTalk(ctx: MemberContext, talk: TalkRow): Promise<Talk> {
  const { memberId } = ctx.viewer;
  const [profile, progress] = await Promise.all([
    loadCard(ctx, otherOf(talk, memberId)),
    progressOf(ctx.db, talk, memberId),
  ]);
  const { ring_until, minute_credits } = talk;
  const role = roleOf(talk, memberId);
  return { ...progress, role, profile, ring_until: ring_until.toISOString(), minute_credits };
}

/** The talk that rings for the caller, or that they are in; null also if the other one can't be shown any more. */
export async function showOpenTalk(ctx: MemberContext): Promise<Talk | null> {
  const talk = await findOpenTalk(ctx.db, ctx.viewer.memberId);
  if (!talk || (stateOf(talk) === "ringing" && !isWaiting(talk, ctx.now))) return null;
  try {
    return await showTalk(ctx, talk);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

type ChatSide = { wrote: boolean; answered: boolean; hidden_until: Date | null };

/** Whether the viewer of a chat can ask the other one for a talk, and the last one. `side`: none if there is no chat. */
export async function showTalkOnChat(
  ctx: Pick<MemberContext, "db" | "services" | "viewer">,
  otherId: string,
  side: ChatSide | undefined,
): Promise<Omit<TalkOnChat, "minute_credits">> {
  const isAvailable = ctx.services.relay !== undefined;
  if (!side) return { chance: isAvailable ? "needs_answer" : "unavailable", last: null };
  const talks = await findTalksOnChat(ctx.db, ctx.viewer.memberId, otherId, side.hidden_until);
  const { id, asker_id, asked_at, begun_at, ended_at, takes = false } = talks ?? {};
  const seconds = begun_at && ended_at ? Math.round((ended_at.getTime() - begun_at.getTime()) / 1000) : null;
  return {
    chance: chanceOf({ isAvailable, haveBothWritten: side.wrote && side.answered, takes }),
    last:
      id && asked_at ? { id, mine: asker_id === ctx.viewer.memberId, asked_at: asked_at.toISOString(), seconds } : null,
  };
}

type Chances = { isAvailable: boolean; haveBothWritten: boolean; takes: boolean };

function chanceOf({ isAvailable, haveBothWritten, takes }: Chances): TalkOnChat["chance"] {
  if (!isAvailable) return "unavailable";
  if (!haveBothWritten) return "needs_answer";
  return takes ? "open" : "off";
}
