import { useCallback, useState } from "react";
import type { Call } from "#contract/call.ts";
import type { FieldCode } from "#contract/errors.ts";
import { uuidOf } from "#contract/uuid.ts";
import { ApiFailure, type CallFunction, type CallInput, newKey } from "./api.ts";
import { createBrowserCall } from "./call.ts";

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

export function toFailure(error: unknown): FormFailure {
  if (!(error instanceof ApiFailure)) throw error;
  const { code, message, fields, fieldCodes, link } = error;
  return { code, message, fields, fieldCodes, link };
}

/** The ids tell one file from another: in JSON each is `{}`. */
const filesIds = new WeakMap<Blob, string>();

function idOfFile(file: Blob): string {
  const id = filesIds.get(file) ?? newKey();
  filesIds.set(file, id);
  return id;
}

/**
 * The key of a call within one intent. The same body has the same key, in the browser and on the server, which
 * hash it alike: synchronously, and also on plain http. The server compares the bodies too.
 */
export function deriveKey(intent: string, { method, path, when }: Call, body: unknown): string {
  const text = JSON.stringify([intent, method, path, when, body ?? {}], (_, value) =>
    value instanceof Blob ? idOfFile(value) : value,
  );
  return uuidOf(text);
}

/** Sends what a user triggered: `call` is the browser's API, with one key for one intent. */
export type Send<Input, Answer> = (call: CallFunction, input: Input) => Promise<Answer>;

export type OnFailure = (failure: FormFailure) => unknown;

/**
 * What a user triggers: one call, or several. `run` hands the answer to `onDone`, and returns it. It returns null if it
 * failed, and `failure` says why. `pending` lasts until `onDone` is done: what leads to another page belongs there, so
 * that no second press gets between the answer and that page. If the outcome is unknown (no connection, server error),
 * the next attempt with the same body has the same `Idempotency-Key`. So pressing the button again never does it twice
 * (R7.03). `onFailure` reacts to what `failure` then shows. If the user must log in, the shell leads there (R6.09).
 */
export function useSend<Input, Answer>(send: Send<Input, Answer>, onFailure?: OnFailure) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [{ begin, settle, call }] = useState(createIntentCall);
  const attempt = useCallback(
    async (input: Input): Promise<Answer | null> => {
      setFailure(null);
      try {
        const answer = await send(call, input);
        settle();
        return answer;
      } catch (error) {
        const formFailure = toFailure(error);
        const outcomeIsKnown = error instanceof ApiFailure && error.status > 0 && error.status < 500;
        if (outcomeIsKnown) settle();
        if (error instanceof ApiFailure && error.loginNeeded) return null;
        setFailure(formFailure);
        onFailure?.(formFailure);
        return null;
      }
    },
    [send, onFailure, call, settle],
  );
  const run = useCallback(
    async (input: Input, onDone?: (answer: Answer) => unknown, formKey = ""): Promise<Answer | null> => {
      begin(formKey);
      setPending(true);
      try {
        const answer = await attempt(input);
        if (answer !== null) await onDone?.(answer);
        return answer;
      } finally {
        setPending(false);
      }
    },
    [attempt, begin],
  );
  const clearFailure = useCallback(() => setFailure(null), []);
  return { run, pending, failure, clearFailure };
}

function createIntentCall() {
  const intent = createIntent();
  return { ...intent, call: createBrowserCall(undefined, intent.keyFor) };
}

export function useCall<C extends Call>(entry: C, onFailure?: OnFailure) {
  return useSend(
    useCallback((call: CallFunction, input: CallInput<C>) => call(entry, input), [entry]),
    onFailure,
  );
}

/** The same body keeps its key until the outcome is known, so a second press never does it twice (R7.03). */
export function createIntent() {
  let intent = newKey();
  let formKey = "";
  return {
    /** The intent of the form in the server's page, which may have been posted before its scripts ran. */
    begin(key: string): void {
      if (key === "" || key === formKey) return;
      intent = key;
      formKey = key;
    },
    keyFor: (call: Call, body: unknown) => deriveKey(intent, call, body),
    /** The call succeeded, or was refused for good: the next press is a new intent. */
    settle(): void {
      intent = newKey();
    },
  };
}
