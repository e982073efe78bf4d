import { Link } from "react-router";
import type { Payment } from "#contract/payments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Payments that are not settled, as the provider last reported them, each with a link to its state (R4.04). */
export function WaitingPayments({ payments }: { payments: readonly Payment[] }) {
  const t = useTexts("credits");
  const format = useFormat();
  if (payments.length === 0) return null;
  return (
    <ul aria-label={t("waiting.label")} className="mb-5 max-w-2xl space-y-3">
      {payments.map(({ payment_id, status, credits: count, amount, currency }) => (
        <li key={payment_id}>
          <Notice>
            {t(status === "pending" ? "waiting.pending" : "waiting.open", {
              count,
              money: format.money(amount, currency),
            })}
            <p className="-mb-2.5">
              <Link to={`/transactions/${payment_id}`} className="link inline-block py-2.5 font-semibold">
                {t("waiting.see")}
              </Link>
            </p>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
