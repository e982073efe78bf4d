import type { Message } from "#contract/chat.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Before } from "./store.ts";

type Parties = { listed: boolean; other_listed: boolean; other_status: string; conversation_id: string | null };

/** Why a message may not be sent, or undefined where it may (D6.2, D6.3, section 6). */
export function refuseMessage(parties: Parties | undefined): ErrorCode | undefined {
  if (!parties || (!parties.other_listed && parties.conversation_id === null)) return "profile_not_found";
  if (!parties.listed) return "account_not_confirmed";
  return parties.other_status === "active" ? undefined : "recipient_not_confirmed";
}

type MessageRow = { id: string; author_id: string; author_kind: string; body: string; created_at: Date };

/** A message as one of its two readers sees it. */
export function toMessage(row: MessageRow, viewerId: string, otherReadUntil: Date | null): Message {
  const mine = row.author_id === viewerId;
  return {
    id: row.id,
    mine,
    author_kind: row.author_kind as Message["author_kind"],
    text: row.body,
    created_at: row.created_at.toISOString(),
    read: mine && otherReadUntil !== null && otherReadUntil >= row.created_at,
  };
}

export function writeCursor(row: { cursor_at: string; id: string }): string {
  return Buffer.from(`${row.cursor_at}|${row.id}`).toString("base64url");
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null where the text is not a cursor of ours. */
export function readCursor(text: string): Before | null {
  const [at = "", id = ""] = Buffer.from(text, "base64url").toString("utf8").split("|");
  return !Number.isNaN(Date.parse(at)) && uuid.test(id) ? { at, id } : null;
}
