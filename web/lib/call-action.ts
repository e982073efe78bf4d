import { data } from "react-router";
import type { Call } from "#contract/call.ts";
import { createAction, pageOf } from "./page.ts";

const files = import.meta.glob<object>(["/contract/*.ts", "!/contract/*.test.ts"], { eager: true });

const isButtonCall = (entry: [string, unknown]): entry is [string, Call] =>
  typeof entry[1] === "object" && entry[1] !== null && "button" in entry[1] && entry[1].button === true;

/** The contract's calls that have `button`, by name. */
export const buttonCalls: ReadonlyMap<string, Call> = new Map(
  Object.values(files).flatMap((file) => Object.entries(file).filter(isButtonCall)),
);

/**
 * The action of a page whose buttons work without scripts, and before they run: the form names its call, one that has
 * `button`, and its other fields are the call's body; any other name is answered by 400. Then the same page shows what
 * has changed, or the failure.
 */
export const callAction = createAction(
  async (send, { call: name = "", ...body }) => {
    const call = buttonCalls.get(name);
    if (!call) throw data(null, { status: 400 });
    await send(call, { body });
  },
  (_, { context }) => pageOf(context).path,
);
