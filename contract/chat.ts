import { z } from "zod";
import { defineCall } from "./call.ts";
import { card } from "./profiles.ts";
import { freeText } from "./text.ts";

export const conversationRef = z.object({ id: z.uuid("invalid") });

export const message = z.object({
  id: z.uuid(),
  mine: z.boolean(),
  /** Who wrote it; shown where it was not a member (D11.1). */
  author_kind: z.enum(["member", "operator", "automatic"]),
  text: z.string(),
  created_at: z.iso.datetime(),
  /** The other one has opened the chat since. */
  read: z.boolean(),
});
export type Message = z.output<typeof message>;

/** One row of the chats overview (R3.05). */
export const chatEntry = z.object({
  conversation: conversationRef,
  profile: card,
  num_unread_messages: z.int(),
  last_message: message.omit({ read: true }),
});
export type ChatEntry = z.output<typeof chatEntry>;

export const getChats = defineCall({
  method: "GET",
  path: "/api/chats.php",
  summary: "The caller's conversations, newest message first.",
  who: "member",
  answer: z.object({ chats: z.array(chatEntry) }),
});

export const getChat = defineCall({
  method: "GET",
  path: "/api/chat.php",
  summary: "A conversation, by its id or by the other member; 50 messages, older ones by cursor.",
  who: "member",
  query: z.object({
    conversation: z.uuid("invalid").optional(),
    member: z.uuid("invalid").optional(),
    before: z.string().max(100, "invalid").optional(),
  }),
  answer: z.object({
    /** Null while nobody has written yet. */
    conversation: conversationRef.nullable(),
    profile: card,
    /** Oldest first. */
    messages: z.array(message),
    older_cursor: z.string().nullable(),
    /** How many of the newest ones the caller has not seen. */
    num_unread_messages: z.int(),
    /** What the next message costs the caller, in credits. */
    message_credits: z.int(),
  }),
  errors: ["conversation_not_found", "profile_not_found", "own_profile"],
});

export const readChat = defineCall({
  method: "PUT",
  path: "/api/chat.php",
  summary: "The caller has opened the chat: its unread count is zero (R4.17).",
  who: "member",
  body: z.object({ conversation: conversationRef }),
  answer: z.object({ num_unread_messages: z.int() }),
  errors: ["conversation_not_found"],
});

export const deleteChat = defineCall({
  method: "DELETE",
  path: "/api/chat.php",
  summary: "Remove a chat for the caller; the other one keeps theirs (D6.6).",
  who: "member",
  body: z.object({ conversation: conversationRef }),
  answer: z.object({ deleted: z.boolean() }),
  errors: ["conversation_not_found"],
});

/** The longest text any site may allow; a site's own `message_length` is checked on top. */
export const messageLengthCeiling = 5_000;

export const sendMessage = defineCall({
  method: "POST",
  path: "/api/message.php",
  summary: "Send a message; its credits are charged in the same transaction (D6.1).",
  who: "member",
  replay: "own",
  body: z.object({ member: z.uuid("invalid"), text: freeText(messageLengthCeiling, "message_too_long") }),
  answer: z.object({ conversation: conversationRef, message, credits: z.int() }),
  errors: [
    "not_enough_credits",
    "profile_not_found",
    "own_profile",
    "recipient_not_confirmed",
    "account_not_confirmed",
    "conversation_limit",
  ],
});
