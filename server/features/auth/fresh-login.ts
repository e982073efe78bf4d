import type { MemberContext } from "#server/http/handle.ts";
import { findSessionStart } from "./store.ts";

/** How long a login counts as proof that it is still the same person, in milliseconds. */
export const freshLoginMs = 300_000;

/** Whether the caller's session was opened within the last five minutes, so that asking for the password again adds nothing. */
export async function hasFreshLogin({ db, viewer, now }: MemberContext): Promise<boolean> {
  const start = await findSessionStart(db, viewer.tokenHash);
  return start !== undefined && now.getTime() - start.getTime() < freshLoginMs;
}
