import { type ActionFunctionArgs, data, redirect } from "react-router";
import type { CallFunction } from "./api.ts";
import { pageOf } from "./page.ts";
import { toFailure } from "./use-call.ts";
import { type Fields, type Posted, toFields } from "./use-form.ts";

/** Fields that no page repeats: passwords and one-time codes. */
const secret = /password|^code$/;

type Args = Pick<ActionFunctionArgs, "context" | "params" | "request">;

/**
 * The action of a route with one form, for browsers without scripts: `send` is the function that the form itself sends
 * with (`useForm`), here with the server's API. `findNext` names the page after it; without one the same page shows the
 * answer. A failure is shown with what was typed, but for secrets.
 */
export function createAction<Answer, A extends Args>(
  send: (call: CallFunction, fields: Fields, args: A) => Promise<Answer>,
  findNext: (answer: Answer, args: A) => string | null = () => null,
) {
  return async (args: A) => {
    const fields = toFields(await args.request.formData());
    const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.test(name)));
    try {
      const answer = await send(pageOf(args.context).call, fields, args);
      const next = findNext(answer, args);
      return next === null ? data<Posted<Answer>>({ answer, failure: null, typed }) : redirect(next);
    } catch (error) {
      return data<Posted<Answer>>({ answer: null, failure: toFailure(error), typed }, { status: 400 });
    }
  };
}
