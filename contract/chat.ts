import { z } from "zod";
import { answerPromise, closedChat } from "./answer-promise.ts";
import { attachment } from "./attachments.ts";
import { defineCall } from "./call.ts";
import { shortestChatSearch } from "./constants.ts";
import { minuteMs } from "./durations.ts";
import { beforeWriting } from "./first-messages.ts";
import { question } from "./opening-questions.ts";
import { card, memberId, mutualErrors, pageErrors } from "./profiles.ts";
import { quote } from "./quotes.ts";
import { reaction } from "./reactions.ts";
import { talkOnChat } from "./talks.ts";
import { freeText } from "./text.ts";

export const conversationRef = z.object({ id: z.uuid("invalid") });

/** How many conversations the caller may still begin; null: no limit, as they are premium or this one exists. */
export const conversationsLeft = z.int().nullable();

/**
 * Whether the caller may write to a member. `closed`: their chat is (R10.01). `outside`: the caller does not fulfil
 * what the member asks of those who write first (R10.05). `none_left`: a free caller has begun all their chats (D6.2).
 */
export const writing = z.enum(["open", "closed", "outside", "none_left"]);
export type Writing = z.output<typeof writing>;

/** What a member's page says of the chat of the two (`getMember`). */
export const chatOnPage = {
  writing,
  conversations_left: conversationsLeft,
  /** One of the two has written to the other. */
  have_chatted: z.boolean(),
  answer_odds: beforeWriting.answer_odds,
};

/** What first messages are scanned for: contact details, and mentions of money. */
export const messageRisks = ["contact", "money"] as const;
export type MessageRisk = (typeof messageRisks)[number];

export const message = z.object({
  id: z.uuid(),
  mine: z.boolean(),
  /** Who wrote it; shown if it was not a member. */
  author_kind: z.enum(["member", "operator", "automatic"]),
  /** Empty only if there is an attachment. */
  text: z.string(),
  /** The question of the recipient's profile that it answers, in the words that its author read (R11.01). */
  question: z.string().optional(),
  /** What it replies to; undefined also once that is gone. */
  quote: quote.optional(),
  attachment: attachment.optional(),
  /** With what its recipient reacted. */
  reaction: reaction.optional(),
  created_at: z.iso.datetime(),
  read: z.boolean(),
  /** What to warn the recipient of a first message about. The author never gets these. */
  risks: z.array(z.enum(messageRisks)).optional(),
  /** It is held until its author confirms their address; no other member can see it. */
  held: z.literal(true).optional(),
});
export type Message = z.output<typeof message>;

export const chatEntry = z.object({
  conversation: conversationRef,
  profile: card,
  num_unread_messages: z.int(),
  last_message: message.omit({ read: true }),
  /** One of the two said "No, thanks": neither writes any more (R10.01). */
  closed: z.boolean(),
  /** The caller's first message waits for an answer: its credits don't come back if the caller removes the chat. */
  promise_waits: z.boolean(),
});
export type ChatEntry = z.output<typeof chatEntry>;

/** Why it is not delivered. `away`: may be back in time. `too_many_at_once`: its author can send it again later. */
export const undeliveredReasons = [
  "away",
  "profile_not_found",
  "conversation_limit",
  "not_enough_credits",
  "age_check_required",
  "outside_wishes",
  "too_many_at_once",
  "muted",
  "consent_withdrawn",
] as const;
export type UndeliveredReason = (typeof undeliveredReasons)[number];

/** A held message that was not delivered: its author is notified, and nothing was charged. */
export const undelivered = z.object({
  id: z.uuid(),
  /** Null if the recipient can't be shown. */
  profile: card.nullable(),
  text: z.string(),
  created_at: z.iso.datetime(),
  reason: z.enum(undeliveredReasons),
});
export type Undelivered = z.output<typeof undelivered>;

export const getChats = defineCall({
  method: "GET",
  path: "/api/chats.php",
  summary: "The caller's chats, newest message first, and those that start once the caller is confirmed (D6.3).",
  who: "member",
  query: z.object({
    /** The `older_cursor` of a page: the conversations after it. */
    before: z.string().max(100, "invalid").optional(),
  }),
  answer: z.object({
    chats: z.array(chatEntry),
    /** Unread messages in the conversations after this page: with those of `chats`, all of them. */
    older_unread: z.int(),
    undelivered: z.array(undelivered),
    older_cursor: z.string().nullable(),
  }),
});

export const getChat = defineCall({
  method: "GET",
  path: "/api/chat.php",
  summary: "A conversation, by its id or by the other member; 50 messages, older ones by cursor.",
  who: "member",
  query: z.object({
    conversation: z.uuid("invalid").optional(),
    member: memberId.optional(),
    before: z.string().max(100, "invalid").optional(),
    /** Extends the first page back to this message, as far as the caller may read. */
    message: z.uuid("invalid").optional(),
    /** The id of what the next message is to reply to. */
    reply: z.uuid("invalid").optional(),
  }),
  answer: z.object({
    conversation: conversationRef.nullable(),
    profile: card,
    /** Oldest first. */
    messages: z.array(message),
    older_cursor: z.string().nullable(),
    num_unread_messages: z.int(),
    /** What the next message costs the caller, in credits. */
    message_credits: z.int(),
    conversations_left: conversationsLeft,
    /** What a first message can answer (R11.01); none once there is a chat. */
    questions: z.array(question),
    /** What the query's `reply` names; null: nothing, or it is gone. */
    reply: quote.nullable(),
    /** What happens to the credits of the caller's first message in this chat; null: nothing is promised. */
    promise: answerPromise.nullable(),
    /** The caller may answer the first message with a "No, thanks". */
    may_decline: z.boolean(),
    closed: closedChat.nullable(),
    ...beforeWriting,
    /** The site wants a proof that the caller is an adult before they send anything. */
    age_check_required: z.boolean(),
    /** Whether the caller's page should report typing: they show it to others, and aren't invisible. */
    shows_typing: z.boolean(),
    talk: talkOnChat,
  }),
  errors: ["conversation_not_found", ...pageErrors, "own_profile"],
});

export const readChat = defineCall({
  method: "PUT",
  path: "/api/chat.php",
  summary: "The caller has opened the chat: its unread count is zero (R4.17).",
  who: "member",
  key: "honoured",
  body: z.object({ conversation: conversationRef }),
  answer: z.object({ num_unread_messages: z.int() }),
  errors: ["conversation_not_found"],
});

export const deleteChat = defineCall({
  method: "DELETE",
  path: "/api/chat.php",
  summary: "Remove a chat for the caller; the other one keeps theirs (D6.6).",
  who: "member",
  key: "honoured",
  body: z.object({ conversation: conversationRef }),
  answer: z.object({ deleted: z.boolean() }),
  errors: ["conversation_not_found"],
});

export const sendTyping = defineCall({
  method: "POST",
  path: "/api/typing.php",
  summary: "The caller is writing in a conversation; the other member sees it if both show it (D6.5).",
  who: "member",
  replay: "none",
  body: z.object({ conversation: conversationRef }),
  answer: z.object({}),
  errors: ["conversation_not_found"],
});

const foundChat = z.object({ conversation: conversationRef, profile: card });

export const searchChats = defineCall({
  method: "GET",
  path: "/api/chat-search.php",
  summary: "Search the caller's conversations: members by name, and messages by their text, newest first.",
  who: "member",
  rate: "search",
  query: z.object({ q: freeText(100).refine((text) => text.length >= shortestChatSearch, "too_short") }),
  answer: z.object({
    chats: z.array(foundChat),
    messages: z.array(foundChat.extend({ message: message.omit({ read: true, held: true }) })),
  }),
});

/** The upper bound of every site's `message_length`, which the server checks as well. */
export const messageLengthCeiling = 5_000;

/** Send a first message without the promise of an answer, if too many wait; else it is ignored. */
export const withoutPromise = z.boolean("invalid").optional();

export const seenCredits = z.int("invalid").min(0, "too_small");

export const sendMessage = defineCall({
  method: "POST",
  path: "/api/message.php",
  summary: "Send a message; its credits are charged in the same transaction (D6.1), or on confirmation (D6.3).",
  who: "member",
  replay: "own",
  body: z.object({
    member: memberId,
    text: freeText(messageLengthCeiling, "message_too_long"),
    /** If the price is higher now, nothing is sent; the delivery of a held message charges no more either. */
    credits: seenCredits.optional(),
    without_promise: withoutPromise,
    /** The question of the member's profile that it answers, by its id; only a first message has one. */
    question: z.uuid("invalid").optional(),
    /** What it replies to: the id of a message of the chat, or of a photo or line of the member's profile (R11.02). */
    reply: z.uuid("invalid").optional(),
  }),
  answer: z.object({ conversation: conversationRef, message, credits: z.int() }),
  errors: [
    "age_check_required",
    "message_price_changed",
    "not_enough_credits",
    ...mutualErrors,
    "blocked",
    "recipient_not_confirmed",
    "account_not_confirmed",
    "conversation_limit",
    "held_limit",
    "same_text_limit",
    "new_chats_limit",
    "muted",
    "chat_closed",
    "open_first_messages",
    "outside_wishes",
    "question_not_found",
  ],
});

export const deleteMessage = defineCall({
  method: "DELETE",
  path: "/api/message.php",
  summary:
    "Delete a message of the caller's own: one that was not delivered (D6.3), or take one back that is not read, within a minute: it is gone for both, and its credits come back (R11.02).",
  who: "member",
  key: "honoured",
  body: z.object({ message: z.uuid("invalid") }),
  /** `credits`: how many came back; what was not delivered had cost none. */
  answer: z.object({ deleted: z.boolean(), credits: z.int() }),
  errors: ["message_not_found", "too_late_to_take_back"],
});

/** How long an unread message can be taken back. */
export const takeBackMs = minuteMs;

/** The events of chats; `events.ts` joins them with the others. */
export const chatEvents = [
  z.object({
    type: z.literal("message"),
    conversation: z.uuid(),
    from: z.uuid(),
    name: z.string(),
    /** The message itself, so that an open chat shows it without another request. */
    ...message.pick({ id: true, author_kind: true, text: true, question: true, attachment: true }).shape,
    ...message.pick({ risks: true, created_at: true }).shape,
    /** The id of what it replies to. */
    reply_to: z.uuid().optional(),
  }),
  /** A message's attachment has changed for this member: its photo passed the inspection, or was rejected. */
  z.object({ type: z.literal("attachment"), conversation: z.uuid(), message: z.uuid(), attachment }),
  /** The other member has read what was sent until then. It may arrive before the answer to the call that sent it. */
  z.object({ type: z.literal("read"), conversation: z.uuid(), until: z.iso.datetime() }),
  /** The other member is writing in this conversation; it holds for `typingShownMs`. */
  z.object({ type: z.literal("typing"), conversation: z.uuid() }),
  /** The recipient opened the gift in this message; both members get the event. */
  z.object({ type: z.literal("gift_opened"), conversation: z.uuid(), message: z.uuid() }),
  /** The recipient of a message reacted to it, or does so no more: both members get the event. */
  z.object({
    type: z.literal("reaction"),
    conversation: z.uuid(),
    message: z.uuid(),
    reaction: reaction.nullable(),
  }),
  /** Its author took a message back: both members get the event. */
  z.object({ type: z.literal("taken_back"), conversation: z.uuid(), message: z.uuid() }),
  /** The chat was closed, or the credits of its first message came back. */
  z.object({ type: z.literal("chat_changed"), conversation: z.uuid() }),
] as const;

/** The calls whose answers each of these events makes outdated. */
export const outdatedByChat = {
  message: ["getChats", "getChat"],
  attachment: ["getChats", "getChat"],
  read: ["getChat"],
  typing: [],
  gift_opened: ["getChat"],
  reaction: ["getChat"],
  taken_back: ["getChats", "getChat"],
  chat_changed: ["getChats", "getChat"],
} as const;

/** The kinds of notices of chats, see `notifications.ts`. */
export const chatNotices = { message: true } as const;
