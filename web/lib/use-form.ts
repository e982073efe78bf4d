import { useState } from "react";
import { formKeyField } from "#contract/constants.ts";
import { type FormFailure, type OnFailure, type Send, useSend } from "./use-call.ts";

/** The outcome of a form posted without scripts (`createAction`). `typed`: its fields without secrets. */
export type Posted<Answer> = { answer: Answer | null; failure: FormFailure | null; typed: Fields };

/** `posted` is the outcome of the route's action, without scripts; `answer` and `failure` are those of either way. */
export function useForm<Answer>(send: Send<Fields, Answer>, posted?: Posted<Answer>, onFailure?: OnFailure) {
  const { run, pending, failure, clearFailure } = useSend(send, onFailure);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const submit = ({ [formKeyField]: formKey, ...fields }: Fields, onDone?: (answer: Answer) => unknown) => {
    const show = (received: Answer) => {
      setAnswer(received);
      return onDone?.(received);
    };
    return run(fields, show, formKey);
  };
  return {
    submit,
    pending,
    clearFailure,
    failure: failure ?? posted?.failure ?? null,
    answer: answer ?? posted?.answer ?? null,
    typed: posted?.typed ?? noFields,
  };
}

const noFields: Fields = {};

/** What a user typed or chose in a form, by field name; a box that is not ticked is missing. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** The texts of a form; files are left out, and of several fields with one name the last one counts. */
export function toFields(form: FormData): Fields {
  return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === "string"));
}

/** The type fits a call that accepts only `true`: an unticked box is sent, and the server answers what is wrong. */
export const isTicked = (value: string | undefined) => (value !== undefined) as true;
