import type { ErrorCode, FieldCode } from "#contract/errors.ts";
import type { TextParams } from "#server/texts.ts";

export type FailureDetail = {
  /** What is wrong with which field of the input. */
  fields?: Record<string, FieldCode>;
  /** Values for the texts' placeholders. */
  params?: TextParams;
  /** Seconds until it makes sense to try again (`Retry-After`). */
  retryAfter?: number;
};

/** A refusal that the contract names; anything else that is thrown is a logged 500. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: FailureDetail;
  constructor(code: ErrorCode, detail: FailureDetail) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Makes the error to throw: `throw fail("not_enough_credits")`. */
export function fail(code: ErrorCode, detail: FailureDetail = {}): Failure {
  return new Failure(code, detail);
}

/** Refuses the input because of its fields. */
export function failFields(fields: Record<string, FieldCode>, params: TextParams = {}): Failure {
  return new Failure("invalid_input", { fields, params });
}
