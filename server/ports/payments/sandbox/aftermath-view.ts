import { createElement as h, type ReactNode } from "react";
import type { SandboxPayment } from "./payments-store.ts";
import type { SandboxChargeback, SandboxRefund } from "./returns-store.ts";
import { button, form, showMoney, type View } from "./views.ts";

export type Returns = { refunds: readonly SandboxRefund[]; chargebacks: readonly SandboxChargeback[] };

const itemField = (reference: string) => h("input", { type: "hidden", name: "item", value: reference });

function refundForm({ language, say }: View, payment: SandboxPayment, refund: SandboxRefund): ReactNode {
  const amount = showMoney(language, refund.amount_minor, payment.currency);
  const text = h("p", null, say(`refund.${refund.status}`, { amount }));
  if (refund.status !== "pending") return text;
  const buttons = [button("refund_done", say("refund.do")), button("refund_fails", say("refund.let_fail"))];
  return form(payment.reference, text, itemField(refund.reference), ...buttons);
}

function chargebackForm({ language, say }: View, payment: SandboxPayment, chargeback: SandboxChargeback): ReactNode {
  const amount = showMoney(language, chargeback.amount_minor, payment.currency);
  const text = h("p", null, say(chargeback.reversed ? "chargeback.reversed" : "chargeback.taken", { amount }));
  if (chargeback.reversed) return text;
  return form(payment.reference, text, itemField(chargeback.reference), button("reverse", say("chargeback.reverse")));
}

/** What can still happen to a payment after its checkout: refunds, chargebacks, and more webhooks. */
export function aftermathForms(
  view: View,
  { payment, refunds, chargebacks }: Returns & { payment: SandboxPayment },
): ReactNode[] {
  const { say } = view;
  const canBeTaken = payment.status === "completed" && chargebacks.every(({ reversed }) => reversed);
  return [
    refunds.length > 0 ? h("h2", null, say("refund.title")) : null,
    ...refunds.map((refund) => refundForm(view, payment, refund)),
    payment.status === "completed" ? h("h2", null, say("chargeback.title")) : null,
    ...chargebacks.map((chargeback) => chargebackForm(view, payment, chargeback)),
    canBeTaken ? form(payment.reference, button("charge_back", say("chargeback.do"))) : null,
    h("h2", null, say("webhook.title")),
    form(
      payment.reference,
      button("webhook", say("webhook.again")),
      button("webhook_twice", say("webhook.twice")),
      button("webhook_late", say("webhook.late")),
    ),
  ];
}
