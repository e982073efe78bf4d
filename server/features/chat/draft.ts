import type { Message } from "#contract/chat.ts";
import type { PoolOrLockable } from "#server/db/locks.ts";
import type { Emit } from "#server/emit.ts";
import type { Site } from "#server/site.ts";
import type { NewAttachment } from "./attachments.ts";

/** Who wrote a message; only those of kind `member` cost credits. */
export type AuthorKind = "member" | "operator" | "automatic";

/** A message to be sent. The store keeps it as a `NewMessage`; its author gets a `Sent`. */
export type Draft = {
  from: string;
  to: string;
  text: string;
  /** The `Idempotency-Key`: a repeated request finds the message and sends nothing. */
  key: string;
  /** `member` if not given. */
  kind?: AuthorKind;
  /** The id of the conversation if this message begins one. */
  conversationId?: string;
  attachment?: NewAttachment;
  /** The price of a text, in credits; the site's if not given. */
  credits?: number;
  /** The price that the author saw: a higher one is not charged. Undefined: not told. */
  seen?: number | undefined;
  /** The words of the question that it answers, or what finds them; only the message that begins a chat has them. */
  question?: string | (() => Promise<string>) | undefined;
  /** The id of what it replies to: a message of the chat, or a photo or a line of the recipient's profile. */
  reply?: string | undefined;
  /** The author agreed that this first message gets no promise of an answer, if too many wait. */
  withoutPromise?: boolean | undefined;
};

export type Sent = { conversation: { id: string }; message: Message; credits: number };

export type HoldContext = { db: PoolOrLockable<"accounts">; site: Pick<Site, "id" | "settings">; now: Date };
export type SendContext = HoldContext & { emit: Emit };
