import { useState } from "react";
import { useRevalidator } from "react-router";
import { amountTaking, creditsTaken } from "#contract/refunds.ts";
import { refundPayment } from "#contract/staff-members.ts";
import type { PaymentFile } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Section } from "#web/office/members/section.tsx";
import { Question } from "#web/office/staff/question.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice } from "#web/ui/fields.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { parseMoney } from "./parse-money.ts";

type Props = { payment: PaymentFile; refundable: NonNullable<PaymentFile["refundable"]> };

/** Refunds a payment, in part or whole: its button has the sum, and a question what it takes back. */
export function RefundForm({ payment, refundable: { unspent, spent, left } }: Props) {
  const t = useTexts("money");
  const members = useTexts("staff-members");
  const shell = useTexts("shell");
  const format = useFormat();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { run, pending, failure } = useCall(refundPayment, () => revalidate());
  const { id, currency } = payment;
  const money = (minor: number) => format.money(minor, currency);
  const [extent, setExtent] = useState(unspent.amount > 0 ? "unspent" : "all");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isAsking, setAsking] = useState(false);
  const amounts: Record<string, number | undefined> = {
    unspent: unspent.amount,
    all: left,
    part: parseMoney(typed, currency),
    credits: amountTaking(payment, unspent, Number(typed)),
  };
  const amount = amounts[extent] ?? 0;
  const isPossible = amount > 0 && amount <= left;
  const credits = creditsTaken(payment, unspent, amount);
  const label = isPossible ? t("file.refund_send", { amount: money(amount) }) : members("money.refund");
  const most =
    extent === "credits"
      ? t("file.refund_up_to", { credits: format.number(unspent.credits) })
      : t("file.refund_most", { amount: money(left) });
  const send = async () => {
    setAsking(false);
    await run({ body: { payment_id: id, amount, credits, left, reason } }, async ({ waits }) => {
      toast({ title: waits ? members("money.waits") : t("file.refund_done", { amount: money(amount) }) });
      setTyped("");
      setReason("");
      await revalidate();
    });
  };
  const { kind: _, ...select } = choice("extent", members("money.extent"), [
    ...(unspent.amount > 0
      ? [
          {
            value: "unspent",
            label: t("file.refund_unspent", { amount: money(unspent.amount), credits: format.number(unspent.credits) }),
          },
        ]
      : []),
    { value: "all", label: members("money.all", { amount: money(left) }) },
    { value: "part", label: t("file.refund_part") },
    ...(unspent.credits > 0 ? [{ value: "credits", label: t("file.refund_credits") }] : []),
  ]);
  return (
    <Section title={members("money.refund")}>
      <CallForm failure={failure} onSubmit={() => setAsking(isPossible)}>
        {payment.credits > 0 ? (
          <p className="mb-3 text-muted text-sm">
            {t("file.refund_spent", { spent: format.number(spent), unspent: format.number(unspent.credits) })}
          </p>
        ) : null}
        <SelectField
          {...select}
          value={extent}
          onChange={({ target }) => {
            setExtent(target.value);
            setTyped("");
          }}
        />
        {extent === "part" || extent === "credits" ? (
          <TextField
            key={extent}
            name={extent === "part" ? "amount" : "credits"}
            label={extent === "part" ? t("file.refund_amount", { currency }) : t("file.refund_credits")}
            note={isPossible ? t("file.refund_taken", { credits: format.number(credits) }) : undefined}
            inputMode={extent === "part" ? "decimal" : "numeric"}
            autoComplete="off"
            required
            maxLength={12}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={typed === "" || isPossible ? undefined : most}
          />
        ) : null}
        <TextField
          name="reason"
          label={members("sensitive.reason")}
          maxLength={500}
          autoComplete="off"
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" look="danger" pending={pending}>
          {label}
        </Button>
      </CallForm>
      {isAsking ? (
        <Question
          title={label}
          yes={{ label, look: "danger", run: () => void send() }}
          no={{ label: shell("cancel"), run: () => setAsking(false) }}
        >
          <p className="mb-5">{t("file.refund_sure", { credits: format.number(credits) })}</p>
        </Question>
      ) : null}
    </Section>
  );
}
