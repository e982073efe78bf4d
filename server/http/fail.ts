import type { ErrorCode, FieldCode } from "#contract/errors.ts";
import type { Locked, Trx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { TextParams } from "#server/texts.ts";

/** What is wrong with a field: its code alone, or with values for the placeholders of the code's text. */
export type FieldProblem = FieldCode | { code: FieldCode; params: TextParams };

export type FailureDetail = {
  fields?: Record<string, FieldProblem>;
  /** Values for the placeholders of the error's texts. */
  params?: TextParams;
  /** The path of a page that says more, without the language's prefix. */
  link?: string;
  /** What is stored although the call fails: runs in a transaction of its own, after the call's was rolled back. */
  store?: (db: Db) => Promise<void>;
  /** Seconds after which a retry makes sense (`Retry-After`). */
  retryAfter?: number;
};

/** A failure that the contract names; any other error is logged and answered with 500. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: FailureDetail;
  constructor(code: ErrorCode, detail: FailureDetail) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Limits of what is done in a time, or whose text says more than a number. `defineLimit` counts what there may be. */
type LimitCode =
  | `${"conversation" | "held" | "same_text" | "new_chats" | "hiding" | "cards" | "profiles" | "photo" | "sms"}_limit`
  | "direct_debit_limit"
  | "direct_debit_first_limit";

/** All codes but those of limits that `defineLimit` alone fails with. */
export type FailureCode = Exclude<
  ErrorCode,
  "limit_reached" | Exclude<Extract<ErrorCode, `${string}_limit`>, LimitCode>
>;

/** Creates the error to throw: `throw fail("not_enough_credits")`. */
export function fail(code: FailureCode, detail: FailureDetail = {}): Failure {
  return new Failure(code, detail);
}

type Held = { db: Locked<"accounts" | "passkey_users" | "profiles"> };
type Limit<Owner, L extends Held> = {
  max: number;
  lock: (db: Trx, owner: Owner) => Promise<L>;
  count: (db: L["db"], owner: Owner) => number | Promise<number>;
};

/**
 * Defines how many things an owner may have. The function locks the owner, then counts what there will be, the new one
 * included, and throws `limit_reached` if that is more than `max`. It stands at the top of a file, so that a request
 * can't bring a number that was counted before the lock.
 */
export const defineLimit =
  <Owner, L extends Held>({ max, lock, count }: Limit<Owner, L>) =>
  async (db: Trx, owner: Owner): Promise<L> => {
    const held = await lock(db, owner);
    if ((await count(held.db, owner)) > max) throw new Failure("limit_reached", { params: { max } });
    return held;
  };

/** Creates the `invalid_input` error with what is wrong with its fields. */
export function failFields(fields: Record<string, FieldProblem>, params: TextParams = {}): Failure {
  return new Failure("invalid_input", { fields, params });
}

/** Throws it if something is wrong with one of these fields; undefined: nothing is. */
export function assertFields(problems: Record<string, FieldProblem | undefined>, params?: TextParams): void {
  const wrong = Object.entries(problems).filter((entry): entry is [string, FieldProblem] => entry[1] !== undefined);
  if (wrong.length > 0) throw failFields(Object.fromEntries(wrong), params);
}
