import { pausePurchases, setSpendingLimit } from "#contract/spending.ts";
import type { Page } from "#web/lib/page.ts";
import { type Failed, failed } from "#web/lib/use-call.ts";

/** Why a posted form was refused, by its field. */
export type SpendingFailures = { limit?: Failed; days?: Failed };

/**
 * Sent for a text that is no amount: not a whole number, so the call refuses it. `NaN` would become null, which removes
 * the limit.
 */
const unreadable = 1.5;

/** Minor units of an amount as members type it, `null` for an empty field. Our currencies have two decimal digits. */
export function minorOf(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const amount = Number(text);
  return Number.isFinite(amount) ? Math.round(amount * 100) : unreadable;
}

/** Sets the limit or the pause that a browser without scripts posted. */
export async function postSpending({ call }: Pick<Page, "call">, form: FormData): Promise<SpendingFailures> {
  const text = (name: string) => String(form.get(name) ?? "");
  const isPause = form.has("days");
  try {
    if (isPause) await call(pausePurchases, { body: { days: Number(text("days")) } });
    else await call(setSpendingLimit, { body: { limit: minorOf(text("limit")) } });
    return {};
  } catch (error) {
    return isPause ? { days: failed(error) } : { limit: failed(error) };
  }
}
