import type { ErrorCode, FieldCode } from "#contract/errors.ts";
import type { Locked } from "#server/db/locks.ts";
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

/** All codes but the one that `withinLimit` alone fails with. */
export type FailureCode = Exclude<ErrorCode, "limit_reached">;

/** Creates the error to throw: `throw fail("not_enough_credits")`. */
export function fail(code: FailureCode, detail: FailureDetail = {}): Failure {
  return new Failure(code, detail);
}

/**
 * Counts what an owner has, the new one included, or stores the new one and counts then; throws `limit_reached` if that
 * is more than `max`. The owner's lock is held from before the count, so that two requests at once don't get past it.
 */
export async function withinLimit(
  _: Locked<"accounts" | "passkey_users" | "profiles">,
  max: number,
  count: () => number | Promise<number>,
): Promise<void> {
  if ((await count()) > max) throw new Failure("limit_reached", { params: { max } });
}

/** Creates the `invalid_input` error with what is wrong with its fields. */
export function failFields(fields: Record<string, FieldProblem>, params: TextParams = {}): Failure {
  return new Failure("invalid_input", { fields, params });
}
