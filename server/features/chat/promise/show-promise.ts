import { type AnswerPromise, type ClosedChat, declineReason, type GivenBackCause } from "#contract/answer-promise.ts";
import type { MemberContext } from "#server/http/handle.ts";
import type { ChatSide } from "../conversations-store.ts";
import { newChatsError } from "../safety/record-first-message.ts";
import { findPromise } from "./answer-promises-store.ts";
import { offerPromise } from "./make-promise.ts";

type Shown = { promise: AnswerPromise | null; may_decline: boolean; closed: ClosedChat | null };

/** What a member sees of the promise to the author of a chat's first message, and of a "No, thanks". */
export async function showPromise(ctx: MemberContext, otherId: string, side: ChatSide | undefined): Promise<Shown> {
  const { db, site, viewer, now } = ctx;
  const me = viewer.memberId;
  if (!side) {
    const offer = await offerPromise(db, site.settings, { from: me, to: otherId });
    // no offer to send without a promise what the limit of new chats would refuse
    const isLimited = offer?.state === "used_up" && (await newChatsError(db, me, now)) !== undefined;
    return { promise: isLimited ? null : offer, may_decline: false, closed: null };
  }
  const isMine = side.started_by === me;
  return {
    promise: isMine ? await showOwn(ctx, side.conversation_id) : null,
    may_decline: !isMine && !side.wrote && side.closed_at === null,
    closed: side.closed_at && {
      by_me: side.closed_by === me,
      reason: declineReason.parse(side.closed_reason),
      at: side.closed_at.toISOString(),
    },
  };
}

/** The promise to the author of a chat's first message; null if there is none, or it was kept or withheld. */
async function showOwn({ db }: MemberContext, conversationId: string): Promise<AnswerPromise | null> {
  const promise = await findPromise(db, conversationId);
  if (!promise) return null;
  const { credits, outcome, ended_at: endedAt, due_at: dueAt } = promise;
  if (outcome === null) return promise.answered ? null : { state: "waiting", credits, until: dueAt.toISOString() };
  if (outcome === "answered" || outcome === "withheld" || endedAt === null) return null;
  return { state: "given_back", credits, cause: outcome satisfies GivenBackCause, at: endedAt.toISOString() };
}
