import { ReceiptText } from "lucide-react";
import { Link } from "react-router";
import type { Payment, StoredMethod } from "#contract/payments.ts";
import type { Spending } from "#contract/spending.ts";
import type { TransactionsAnswer } from "#contract/transactions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Posted } from "#web/lib/use-form.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { CreditHistory } from "./credit-history.tsx";
import { OwnLimits } from "./spending.tsx";
import { StatusChip } from "./status-chip.tsx";
import { StoredMethods } from "./stored-methods.tsx";

type Props = {
  payments: readonly Payment[];
  stored: readonly StoredMethod[];
  history: TransactionsAnswer;
  spending: Spending;
  posted: Posted<Spending> | undefined;
  paged: boolean;
};

/**
 * All purchases that the member began, newest first, the stored payment methods, the member's own limits, and the
 * history of credits.
 */
export function PaymentList({ payments, stored, history, spending, posted, paged }: Props) {
  const t = useTexts("payments");
  const withdrawals = useTexts("withdrawals");
  const format = useFormat();
  return (
    <Screen title={t("list.title")} narrow>
      {payments.length === 0 ? (
        <EmptyState icon={<ReceiptText className="size-8" />} title={t("list.empty_title")} text={t("list.empty_text")}>
          <ButtonLink to="/credits">{t("list.empty_action")}</ButtonLink>
        </EmptyState>
      ) : (
        <ul aria-label={t("list.label")} className="space-y-3">
          {payments.map(({ payment_id, credits, amount, currency, created_at, status }) => (
            <li
              key={payment_id}
              className="surface-card relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-tint"
            >
              <div className="grow">
                <Link to={`/transactions/${payment_id}`} className="font-semibold after:absolute after:inset-0">
                  {t("list.credits", { count: credits })}
                </Link>
                <p className="text-muted text-sm">{format.date(created_at)}</p>
              </div>
              <strong>{format.money(amount, currency)}</strong>
              <StatusChip status={status} />
            </li>
          ))}
        </ul>
      )}
      <StoredMethods methods={stored} />
      <p className="mt-4">
        <Link to="/withdrawal" className="link inline-block py-2.5">
          {withdrawals("link")}
        </Link>
      </p>
      <CreditHistory history={history} paged={paged} />
      <OwnLimits loaded={spending} posted={posted} />
    </Screen>
  );
}
