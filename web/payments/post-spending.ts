import { pausePurchases, setSpendingLimit } from "#contract/spending.ts";
import type { Page } from "#web/lib/page.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";

/** Why a posted form was refused, by its field. */
export type SpendingFailures = { limit?: FormFailure; days?: FormFailure };

/**
 * Sent for a text that is no amount: not a whole number, so the call refuses it. `NaN` would become null, which removes
 * the limit.
 */
const invalidAmount = 1.5;

/** Minor units of an amount as members type it, `null` for an empty field. Our currencies have two decimal digits. */
export function parseMinorUnits(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const amount = Number(text);
  return Number.isFinite(amount) ? Math.round(amount * 100) : invalidAmount;
}

/** Sets the limit or the pause that a browser without scripts posted. */
export async function postSpending({ call }: Pick<Page, "call">, form: FormData): Promise<SpendingFailures> {
  const readText = (name: string) => String(form.get(name) ?? "");
  const isPause = form.has("days");
  try {
    if (isPause) await call(pausePurchases, { body: { days: Number(readText("days")) } });
    else await call(setSpendingLimit, { body: { limit: parseMinorUnits(readText("limit")) } });
    return {};
  } catch (error) {
    return isPause ? { days: toFailure(error) } : { limit: toFailure(error) };
  }
}
