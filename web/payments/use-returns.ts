import type { Payment } from "#contract/payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** Returns a function that lists what went back of a payment: a name, and the amount with its day if it is known. */
export function useReturns() {
  const t = useTexts("transactions");
  const format = useFormat();
  return ({ currency, ...payment }: Payment): [name: string, value: string][] =>
    (
      [
        ["refund", payment.refunded, payment.refunded_at],
        ["chargeback", payment.charged_back, payment.charged_back_at],
      ] as const
    )
      .filter(([, amount]) => amount > 0)
      .map(([kind, amount, at]) => {
        const money = format.money(amount, currency);
        return [t(`kinds.${kind}`), at === null ? money : `${money} · ${format.date(at).replaceAll(" ", "\u00a0")}`];
      });
}
