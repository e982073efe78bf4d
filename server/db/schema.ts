import type { ColumnType, SelectType, UpdateType } from "kysely";
import type { OfTwoMembers, DB as Tables } from "./tables.ts";

/** Tables of two members whose rows no block has to come before or after: the product writes them by itself. */
type WithoutPair = "blocked_chats" | "hidden_pairs" | "notices" | "shared_dates";

/** The tables that get new rows only under a lock, by its level; `underLock` inserts them. */
export type Guarded = {
  pair: Exclude<OfTwoMembers, WithoutPair> | "conversation_members" | "held_messages";
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
