import { data, type RouterContextProvider, redirect } from "react-router";
import type { AnswerOf, Call } from "#contract/call.ts";
import { ApiFailure, type Inputs } from "#web/lib/api.ts";
import { pageOf } from "#web/lib/page.ts";

/** The back office's login, which leads on to one of its pages. */
export const staffLoginPath = (next: string) => `/staff?next=${encodeURIComponent(next)}`;

/** Loads for the back office: a caller whose session is over is sent to its login; another failure is a page. */
export async function loadStaff<C extends Call>(
  context: Readonly<RouterContextProvider>,
  call: C,
  ...input: Inputs<C>
): Promise<AnswerOf<C>> {
  const page = pageOf(context);
  try {
    return await page.call(call, ...input);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.status === 401) throw redirect(staffLoginPath(page.path));
    // an address that the API rejects is a page that does not exist; it has no field that the reason could stand at
    const isRejected = failure.status === 400;
    const message = isRejected ? Object.values(failure.fields).join(" ") : failure.message;
    throw data({ message, code: failure.code }, { status: isRejected ? 404 : failure.status || 503 });
  }
}
