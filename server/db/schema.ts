import type { ColumnType, SelectType, UpdateType } from "kysely";
import type { DB as Tables } from "./tables.ts";

/** The tables that get new rows only under a lock, by its level; `underLock` inserts them. */
export type Guarded = {
  pair:
    | "blocks"
    | "conversation_members"
    | "conversations"
    | "held_messages"
    | "introductions"
    | "likes"
    | "matches"
    | "member_marks"
    | "swipes"
    | "talks"
    | "visits";
  wallets: "answer_promises" | "chat_photos" | "first_messages" | "gifts" | "ledger" | "messages" | "voice_messages";
};

/** No value has this type: the compiler names it at an insert without the lock. */
type OnlyUnderLock = { readonly "needs underLock(…)": never };

type GuardedRow<Row> = {
  [Column in keyof Row]: ColumnType<SelectType<Row[Column]>, OnlyUnderLock, UpdateType<Row[Column]>>;
};

/** All tables; the guarded ones without inserts. */
export type DB = {
  [Table in keyof Tables]: Table extends Guarded[keyof Guarded] ? GuardedRow<Tables[Table]> : Tables[Table];
};
