import { introductionDays } from "#contract/constants.ts";
import { isIdleScreen } from "./may-interrupt.ts";

const day = 86_400_000;
/** An address can be confirmed for so long; the server counts from that moment, this from the signup. */
const confirmationDays = 7;

/** The members area (section 4), as far as a dialog disturbs nobody there. */
const membersArea = /^\/(?:members(?:\/[^/]+)?|likes(?:\/m\/[^/]+)?)$/;

/** Whether somebody could be introduced to the member here: new, confirmed, and looking around. */
export function mayBeIntroduced(user: { status: string; signup_date: string }, pathname: string, now: number): boolean {
  const age = now - Date.parse(user.signup_date);
  const isNew = age < (introductionDays + confirmationDays) * day;
  return user.status === "active" && isNew && membersArea.test(pathname) && isIdleScreen(pathname);
}
