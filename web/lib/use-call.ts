import { useCallback, useState } from "react";
import type { AnswerOf, Call } from "#contract/call.ts";
import type { FieldCode } from "#contract/errors.ts";
import { ApiFailure, type CallInput } from "./api.ts";
import { call } from "./call.ts";
import { createIntent } from "./intent.ts";

/** A failure as forms show it. A plain object, so that an action can return it too. */
export type FormFailure = {
  code: string;
  message: string;
  fields: Readonly<Record<string, string>>;
  /** The error codes of fields: for some codes the form offers more than a text. */
  fieldCodes?: Readonly<Record<string, FieldCode>>;
  /** The path of a page that says more. */
  link?: string | undefined;
};

/** The failure of a call for a form; rethrows any other error. */
export function toFailure(error: unknown): FormFailure {
  if (!(error instanceof ApiFailure)) throw error;
  const { code, message, fields, fieldCodes, link } = error;
  return { code, message, fields, fieldCodes, link };
}

/**
 * A call that a user triggers. `run` returns null if it failed, and `failure` says why. If the outcome is unknown (no
 * connection, server error), the next attempt with the same body has the same `Idempotency-Key`. So pressing the button
 * again never does it twice (R7.03). If the user must log in, the shell leads there (R6.09).
 */
export function useCall<C extends Call>(entry: C) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [intent] = useState(createIntent);

  const run = useCallback(
    async (input: CallInput<C>): Promise<AnswerOf<C> | null> => {
      setPending(true);
      setFailure(null);
      try {
        const answer = await call(entry, { ...input, key: intent.keyFor(input.body) });
        intent.settle();
        return answer;
      } catch (error) {
        const formFailure = toFailure(error);
        const outcomeIsKnown = error instanceof ApiFailure && error.status > 0 && error.status < 500;
        if (outcomeIsKnown) intent.settle();
        if (!(error instanceof ApiFailure && error.loginNeeded)) setFailure(formFailure);
        return null;
      } finally {
        setPending(false);
      }
    },
    [entry, intent],
  );
  const clearFailure = useCallback(() => setFailure(null), []);
  return { run, pending, failure, clearFailure };
}
