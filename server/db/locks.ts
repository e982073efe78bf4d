import { type Kysely, type OperandValueExpressionOrList, type RawBuilder, sql, type Transaction } from "kysely";
import type { Db, DbPool } from "./pool.ts";
import type { DB, Guard, Guarded } from "./schema.ts";
import type { DB as Tables } from "./tables.ts";

/**
 * The order of locks (0004): a transaction takes those it needs from first to last, so that two transactions never
 * wait for each other. A level is a table whose rows are locked, or an advisory lock: `pair`, `mailbox`, `payer` (bank
 * account and phone), `contact` (mailbox or phone, by its keyed hash), `discount`.
 * After them come the rows of the pair, notices, gifts; the audit log is the last.
 */
export const lockOrder = [
  "staff",
  "proposals",
  "spending_limits",
  "accounts",
  "swipe_likes",
  "pair",
  "held_messages",
  "conversations",
  "answer_promises",
  "mailbox",
  "chat_photos",
  "voice_messages",
  "payer",
  "contact",
  "payments",
  "discount",
  "wallets",
  "statements",
  "verifications",
  "passkey_users",
  "profiles",
  "photos",
  "voice_introductions",
] as const;

export type Level = (typeof lockOrder)[number];

/** The levels before one. */
type Above<L extends Level, Order = typeof lockOrder> = Order extends readonly [infer First, ...infer Rest]
  ? First extends L
    ? never
    : First | Above<L, Rest>
  : never;

/** Exists for the compiler only. */
declare const lowest: unique symbol;

/** The proof of a lock: the transaction that holds it, and can only take locks of later levels. */
export type Locked<L extends Level> = AnyTrx & { readonly [lowest]: L };

/** The transaction that can take a lock of this level: it holds none, or earlier ones. A plain `Db` may hold any. */
export type Lockable<L extends Level> = AnyTrx & { readonly [lowest]?: Above<L> };

/** A transaction, whatever locks it holds. */
export type AnyTrx = Guard & Transaction<DB>;

/** A transaction that holds no lock yet. */
export type Trx = Lockable<"staff">;

/** The same, or the pool: for what begins a transaction, or is a single statement that locks and does all its work. */
export type PoolOrLockable<L extends Level> = DbPool | Lockable<L>;

/** What holds no lock yet. */
export type Unlocked = PoolOrLockable<"staff">;

/** What a lock keeps others from. Foreign keys to a row may be written under `no key update`. */
type Strength = "update" | "no key update" | "share" | "key share";

/** Others refer to these rows all the time, such as a session to its account. */
const referredTo: readonly Level[] = ["staff", "accounts", "conversations", "profiles"];

const strengthOf = (level: Level): Strength => (referredTo.includes(level) ? "no key update" : "update");

/** The clause of a statement that does more than lock. Its function takes a `Lockable`, and may return `proofOf` it. */
export const lockClause = (level: Level, strength = strengthOf(level)) => sql.raw(`for ${strength}`);

/** The proof of a lock that a statement has taken besides what it does, such as an upsert. */
export const proofOf = <L extends Level>(db: Lockable<L> | Locked<L>): Locked<L> => db as Db as Locked<L>;

/** Writes the rows that need this lock. */
export const underLock = <L extends keyof Guarded>(locked: Locked<L>) =>
  locked as Db as unknown as Kysely<Pick<Tables, Guarded[L]>>;

type Query<Row> = { modifyEnd(clause: RawBuilder<unknown>): { execute(): Promise<Row[]> } };
type LockOptions = { strength?: Strength; of?: string };

const execute = <Row>(query: Query<Row>, strength: Strength, of?: string) =>
  query.modifyEnd(of ? sql`for ${sql.raw(strength)} of ${sql.ref(of)}` : sql.raw(`for ${strength}`)).execute();

/** Locks the rows that a query finds, in its order; `row` is the first. `of`: only those of this table of a join. */
export async function lock<L extends Level, Row>(
  db: Lockable<L>,
  level: L,
  query: Query<Row>,
  { strength = strengthOf(level), of }: LockOptions = {},
) {
  const [row] = await execute(query, strength, of);
  return { db: proofOf<L>(db), row };
}

/** The same for a row that exists; throws if it does not. */
export async function lockOne<L extends Level, Row>(
  db: Lockable<L>,
  level: L,
  query: Query<Row>,
  options?: LockOptions,
) {
  const locked = await lock(db, level, query, options);
  if (locked.row === undefined) throw new Error(`there is no such row to lock: ${level}`);
  return { db: locked.db, row: locked.row };
}

type AccountId = OperandValueExpressionOrList<DB, "accounts", "id">;

/** Locks an account, if there is one, by its id or by a query for it. */
export async function lockAccount(db: Lockable<"accounts">, id: AccountId, strength?: "share") {
  const account = db.selectFrom("accounts").select("id").where("id", "=", id);
  return (await lock(db, "accounts", account, { strength })).db;
}

/** Locks a profile, if there is one, by its member's id or by a query for it. */
export async function lockProfile(
  db: Lockable<"profiles">,
  memberId: OperandValueExpressionOrList<DB, "profiles", "member_id">,
) {
  const profile = db.selectFrom("profiles").select("member_id").where("member_id", "=", memberId);
  return (await lock(db, "profiles", profile)).db;
}

/** Locks rows that have no place in the order, and returns the first: no write about two members needs them. */
export async function lockOther<Row>(_: AnyTrx, query: Query<Row>, of?: string): Promise<Row | undefined> {
  return (await execute(query, "update", of))[0];
}

/** Locks the number that stands for a thing without a row, until the transaction ends: the pool can't. */
export async function lockKey<L extends Level>(db: Lockable<L>, _: L, key: RawBuilder<bigint>): Promise<Locked<L>> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(db);
  return proofOf<L>(db);
}

/** The same for keyed hashes, in one statement and order, so that two such callers can't deadlock. */
export async function lockKeys<L extends Level>(db: Lockable<L>, _: L, keys: readonly Buffer[]): Promise<Locked<L>> {
  const numbers = keys.map((key) => key.readBigInt64BE()).sort((a, b) => Number(a > b) - Number(a < b));
  await sql`select pg_advisory_xact_lock(key) from unnest(${numbers.map(String)}::bigint[]) as key`.execute(db);
  return proofOf<L>(db);
}

export const hashOf = (text: string | RawBuilder<unknown>) => sql<bigint>`hashtextextended(${text}, 0)`;

/** The columns of two members in a table in which neither comes first. */
export const pairOf = (a: string, b: string) => (a < b ? { a_id: a, b_id: b } : { a_id: b, b_id: a });

const pairKey = (a: string, b: string) => Object.values(pairOf(a, b)).join();

/** Each change between two members takes it first: a match is made once (D5.1), a block is final (R6.07). */
export async function lockPair(db: Lockable<"pair">, a: string, b: string): Promise<Locked<"pair">> {
  return await lockKey(db, "pair", hashOf(pairKey(a, b)));
}

/** Locks a member's pairs with several others, always in the same order, so that two such callers can't deadlock. */
export async function lockPairs(db: Lockable<"pair">, memberId: string, otherIds: readonly string[]) {
  const ordered = [...new Set(otherIds)].sort((a, b) => (pairKey(memberId, a) < pairKey(memberId, b) ? -1 : 1));
  for (const otherId of ordered) await lockPair(db, memberId, otherId);
  return proofOf<"pair">(db);
}
