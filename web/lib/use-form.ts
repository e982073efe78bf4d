import { useState } from "react";
import type { Fields } from "./form-fields.ts";
import { type FormFailure, type Send, useSend } from "./use-call.ts";

/** The outcome of a form posted without scripts (`createAction`). `typed`: its fields without secrets. */
export type Posted<Answer> = { answer: Answer | null; failure: FormFailure | null; typed: Fields };

/**
 * A form: the same `send` sends it from the browser, and without scripts in the route's action. `posted` is that
 * action's outcome; `answer` and `failure` are those of either way.
 */
export function useForm<Answer>(send: Send<Fields, Answer>, posted?: Posted<Answer>) {
  const { run, pending, failure } = useSend(send);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const submit = async (fields: Fields): Promise<Answer | null> => {
    const received = await run(fields);
    if (received !== null) setAnswer(received);
    return received;
  };
  return {
    submit,
    pending,
    failure: failure ?? posted?.failure ?? null,
    answer: answer ?? posted?.answer ?? null,
    typed: posted?.typed ?? noFields,
  };
}

const noFields: Fields = {};
