import type { Attachment } from "#contract/attachments.ts";
import { canBeRead } from "#contract/can-be-read.ts";
import type { Message, MessageRisk, UndeliveredReason, Writing } from "#contract/chat.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { UnmetWish } from "#contract/first-messages.ts";
import { isTooLong } from "#contract/measure-text.ts";
import type { Quote } from "#contract/quotes.ts";
import type { Reaction } from "#contract/reactions.ts";
import type { FailureCode } from "#server/http/fail.ts";
import { type Failure, fail, failFields } from "#server/http/fail.ts";
import type { Pair } from "./conversations-store.ts";
import { newcomerChats } from "./safety/rules.ts";

type Parties = {
  other_listed: boolean;
  other_status: string | null;
  unwanted: boolean;
  conversation_id: string | null;
  closed_at: Date | null;
};

/** Why a message may not be sent, apart from visibility, which `visibilityError` checks (D6.3, section 6). */
export function validateParties(parties: Parties | undefined): FailureCode | undefined {
  if (!parties) return "profile_not_found";
  if (parties.closed_at !== null) return "chat_closed";
  const awaitsConfirmation = parties.other_status === "not_confirmed" && parties.conversation_id !== null;
  return awaitsConfirmation ? "recipient_not_confirmed" : undefined;
}

/** Whether no visibility check is needed: a block deletes the conversation, so an existing one means no block. */
export function mayContinueChat({ conversation_id, other_listed, unwanted }: Parties): boolean {
  return conversation_id !== null && other_listed && !unwanted;
}

/** Why a muted member can't write now; undefined if they can. */
export function mutedError({ muted_until: until }: { muted_until: Date | null }, now: Date): Failure | undefined {
  return until !== null && until > now ? fail("muted", { link: "/decisions" }) : undefined;
}

/** Why a member can't write to another one, if they can't; the first reason counts. */
export function writingOf({ closed, left }: Pick<Pair, "closed" | "left">, unmet: readonly UnmetWish[] = []): Writing {
  if (closed) return "closed";
  if (unmet.length > 0) return "outside";
  return left === 0 ? "none_left" : "open";
}

/** Throws `message_too_long` for the field `text` if it exceeds `max` characters, as a person counts them. */
export function assertLength(text: string, max: number): void {
  if (isTooLong(text, max)) throw failFields({ text: "message_too_long" }, { max });
}

/** What a message, a photo or a gift costs: nothing if no person answers for the profile that gets it (D14.1). */
export const priceFor = ({ served }: { served: boolean }, credits: number): number => (served ? credits : 0);

/** Whether a price is higher than the one that the author saw, if they told. */
export function isDearerThan(credits: number, seen: number | undefined): boolean {
  return seen !== undefined && credits > seen;
}

/** The maximum number of a member's held messages, however many credits the site gives. */
const heldCeiling = 50;

/** How many messages may be held: the author's credits and the welcome credits must pay for them. */
export function heldLimit(prices: { message_credits: number; signup_credits: number }, credits: number): number {
  if (prices.message_credits === 0) return heldCeiling;
  return Math.min(heldCeiling, Math.floor((credits + prices.signup_credits) / prices.message_credits));
}

/** One confirmation may begin chats with this many new recipients. */
export function heldChatsLimit(
  settings: { message_credits: number; answer_days: number; open_first_messages: number },
  { isNewcomer }: { isNewcomer: boolean },
): number {
  const isPromised = settings.message_credits > 0 && settings.answer_days > 0;
  return Math.min(isNewcomer ? newcomerChats : heldCeiling, isPromised ? settings.open_first_messages : heldCeiling);
}

type MessageRow = {
  id: string;
  author_id: string;
  author_kind: string;
  body: string;
  question?: string | null;
  reaction?: string | null;
  created_at: Date;
};

type MessageExtras = {
  /** Until when the other member has read the chat. */
  otherReadUntil?: Date | null;
  attachment?: Attachment | undefined;
  risks?: readonly MessageRisk[] | undefined;
  quote?: Quote | undefined;
};

/** A message as one of its two members sees it, with what other tables have of it. */
export function toMessage(
  row: MessageRow,
  viewerId: string,
  { otherReadUntil = null, attachment, risks, quote }: MessageExtras = {},
): Message {
  const isMine = row.author_id === viewerId;
  const shownSince = (attachment?.kind === "photo" && attachment.shown_since) || row.created_at;
  return {
    id: row.id,
    mine: isMine,
    author_kind: row.author_kind as Message["author_kind"],
    text: row.body,
    ...(row.question && { question: row.question }),
    ...(quote && { quote }),
    ...(attachment && { attachment }),
    // a constraint limits them to these
    ...(row.reaction && { reaction: row.reaction as Reaction }),
    ...(risks && !isMine && { risks: [...risks] }),
    created_at: row.created_at.toISOString(),
    read: isMine && otherReadUntil !== null && otherReadUntil >= new Date(shownSince) && canBeRead({ attachment }),
  };
}

export function toHeldMessage(row: Omit<MessageRow, "author_kind">, quote?: Quote): Message {
  return { ...toMessage({ ...row, author_kind: "member" }, row.author_id, { quote }), held: true };
}

/** The reason that the author of an undelivered message sees. It hides what the recipient did, such as a block. */
export function undeliveredReason(code: ErrorCode): UndeliveredReason {
  switch (code) {
    case "not_enough_credits":
    case "conversation_limit":
    case "age_check_required":
    case "outside_wishes":
    case "muted":
    case "consent_withdrawn":
      return code;
    case "new_chats_limit":
    case "same_text_limit":
    case "open_first_messages":
      return "too_many_at_once";
    default:
      return "profile_not_found";
  }
}
