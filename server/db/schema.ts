import type { ColumnType, Kysely, SelectType, UpdateType } from "kysely";
import type { OfTwoMembers, DB as Tables } from "./tables.ts";

/** Tables of two members whose rows no block has to come before or after: the product writes them by itself. */
type WithoutPair = "blocked_chats" | "hidden_pairs" | "notices" | "shared_dates";

/** The tables that change only under a lock, by its level, through `underLock`. */
export type Guarded = {
  pair: Exclude<OfTwoMembers, WithoutPair> | "conversation_members" | "held_messages";
  wallets: "answer_promises" | "chat_photos" | "first_messages" | "gifts" | "ledger" | "messages" | "voice_messages";
};

/** Their rows get in under the lock, then have locks of their own. */
type LockedByRow = Guarded["wallets"] | "conversations" | "conversation_members" | "held_messages";

/** One of the two takes such a row back alone, and what the pair's lock protects does not rely on it. */
type TakenBackAlone = "blocks" | "swipes" | "visits";

/** No value has this type: the compiler names it at a write without the lock. */
type OnlyUnderLock = { readonly "needs underLock(…)": never };

type GuardedRow<Row, Changed extends keyof Row> = {
  [Column in keyof Row]: ColumnType<
    SelectType<Row[Column]>,
    OnlyUnderLock,
    Column extends Changed ? UpdateType<Row[Column]> : OnlyUnderLock
  >;
};

/** All tables; the guarded ones without inserts, and without updates but of what the one who is shown it has seen. */
export type DB = {
  [Table in keyof Tables]: Table extends LockedByRow
    ? GuardedRow<Tables[Table], keyof Tables[Table]>
    : Table extends Guarded["pair"]
      ? GuardedRow<Tables[Table], Extract<keyof Tables[Table], "seen">>
      : Tables[Table];
};

type KeptByLock = Exclude<Guarded["pair"], LockedByRow | TakenBackAlone>;
/** Stands before Kysely's own `deleteFrom`; its answer, with which nothing can be done, is named at such a delete. */
export type Guard = { deleteFrom(table: KeptByLock | `${KeptByLock} as ${string}`): NeedsUnderLock };
type NeedsUnderLock = Pick<ReturnType<Kysely<DB>["deleteFrom"]>, "toOperationNode">;
