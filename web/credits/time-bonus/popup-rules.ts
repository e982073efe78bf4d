import type { Payment } from "#contract/payments.ts";
import type { User } from "#contract/user.ts";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";

/** R4.16: milliseconds in the members area until the popup opens, and between attempts on a busy page. */
export const popupDelayMs = 40_000;
export const retryMs = 5_000;

type Situation = { user: Pick<User, "credits">; bonus: TimeBonus | null; dismissed: boolean };

/** Whether the popup may open: no credits, not dismissed, and the bonus lasts (R4.16). */
export function mayPopUp({ user, bonus, dismissed }: Situation): boolean {
  return user.credits === 0 && bonus !== null && !dismissed;
}

/** The popup does not open for this many milliseconds after a payment began or failed (ux: Buying). */
const quietMs = 1_800_000;

/** Whether a payment is under way or failed a short time ago; `now` is the server's time in milliseconds. */
export function isPaying(payments: readonly Pick<Payment, "status" | "created_at">[], now: number): boolean {
  return payments.some(({ status, created_at }) => status !== "completed" && now - Date.parse(created_at) < quietMs);
}
