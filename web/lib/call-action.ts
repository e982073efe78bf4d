import { data } from "react-router";
import type { Call } from "#contract/call.ts";
import { createAction, pageOf } from "./page.ts";

const isButtonCall = (entry: [string, unknown]): entry is [string, Call] =>
  typeof entry[1] === "object" && entry[1] !== null && "button" in entry[1] && entry[1].button === true;

/**
 * The action of a page whose buttons work without scripts, and before they run: the pressed button names its call, and
 * the form's fields are the call's body. Makes the calls of these contract files that have `button`, and answers 400 to
 * any other name. Then the same page shows what has changed, or the failure.
 */
export function callAction(...contractFiles: readonly object[]) {
  const calls = new Map(contractFiles.flatMap((file) => Object.entries(file)).filter(isButtonCall));
  return createAction(
    async (send, { call: name = "", ...body }) => {
      const call = calls.get(name);
      if (!call) throw data(null, { status: 400 });
      await send(call, { body });
    },
    (_, { context }) => pageOf(context).path,
  );
}
