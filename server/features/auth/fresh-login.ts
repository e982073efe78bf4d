import type { MemberContext } from "#server/http/handle.ts";
import { findSessionStart } from "./store.ts";

/** For how long after a login the password is not asked again, in milliseconds. */
export const freshLoginMs = 300_000;

/** Whether the caller's session was opened within the last five minutes: then the password need not be asked again. */
export async function hasFreshLogin({ db, viewer, now }: MemberContext): Promise<boolean> {
  const start = await findSessionStart(db, viewer.tokenHash);
  return start !== undefined && now.getTime() - start.getTime() < freshLoginMs;
}
