import { CircleCheck } from "lucide-react";
import { useMember } from "#web/lib/live-state.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { DeclaredWithdrawal } from "./withdrawal-forms.tsx";

/** Confirms the time of receipt. Does not reveal to a visitor whether the address belongs to an account. */
export function Received({ received_at: at, refund, email }: DeclaredWithdrawal) {
  const t = useTexts("withdrawals");
  const format = useFormat();
  const member = useMember();
  // a purchase that gives money back had made its buyer Premium
  const endedPremium = email === undefined && (refund?.amount ?? 0) > 0 && member?.paid_user === false;
  const describeRefund = ({ amount: minor, credits, currency }: NonNullable<DeclaredWithdrawal["refund"]>) => {
    if (minor === 0) return t("done_unpaid");
    const amount = format.money(minor, currency);
    return credits === 0 ? t("done_refund_spent", { amount }) : t("done_refund", { count: credits, amount });
  };
  return (
    <Outcome icon={CircleCheck} title={t("link")} heading={t("done_title")}>
      <p>{t("received", { date: format.date(at), time: format.time(at) })}</p>
      {refund ? <p>{describeRefund(refund)}</p> : null}
      {endedPremium ? <p>{t("done_premium")}</p> : null}
      <p>{email === undefined ? t("done_mail") : t("done_neutral", { email })}</p>
      {email === undefined ? null : <p>{t("done_link")}</p>}
      {email === undefined ? <ButtonLink to="/transactions">{t("back")}</ButtonLink> : null}
    </Outcome>
  );
}
