import type { MemberContext } from "#server/http/handle.ts";
import { findSessionStart } from "./store.ts";

/** For this long after a login, sensitive actions need no password, in milliseconds. */
export const freshLoginMs = 300_000;

/** Whether the caller's session is so fresh that sensitive actions need no password. */
export async function hasFreshLogin({ db, viewer, now }: MemberContext): Promise<boolean> {
  const start = await findSessionStart(db, viewer.tokenHash);
  return start !== undefined && now.getTime() - start.getTime() < freshLoginMs;
}
