import { Link } from "react-router";
import { welcomeCode } from "#contract/discounts.ts";
import type { Payment } from "#contract/payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { OfferDiscount } from "./load-offer.ts";

type Props = {
  payments: readonly Payment[];
  /** What the prices beside it include. */
  discount: OfferDiscount | null;
};

/** A code that the buyer typed has its name in the payment. */
const mayTakeWelcome = ({ status, amount, list_price, code }: Payment) =>
  status === "pending" && amount < list_price && code === null;

/** Payments that are not settled, as the provider last reported them, each with a link to its state. */
export function WaitingPayments({ payments, discount }: Props) {
  const t = useTexts("credits");
  const format = useFormat();
  if (payments.length === 0) return null;
  return (
    <ul aria-label={t("waiting.label")} className="mb-5 max-w-2xl space-y-3">
      {payments.map((payment) => (
        <li key={payment.payment_id}>
          <Notice>
            {t(payment.status === "pending" ? "waiting.pending" : "waiting.open", {
              count: payment.credits,
              money: format.money(payment.amount, payment.currency),
            })}
            {discount?.discountcode.code === welcomeCode && mayTakeWelcome(payment) ? (
              <p className="mt-1">{t("waiting.once")}</p>
            ) : null}
            <p className="-mb-2.5">
              <Link to={`/transactions/${payment.payment_id}`} className="link inline-block py-2.5 font-semibold">
                {t("waiting.see")}
              </Link>
            </p>
          </Notice>
        </li>
      ))}
    </ul>
  );
}
