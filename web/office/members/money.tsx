import { useState } from "react";
import { changeCredits, type MemberFile } from "#contract/staff-members.ts";
import { liftDebitBlock } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { PaymentLink, usePaymentColumns } from "#web/office/money/payment-columns.tsx";
import { useReasonField } from "#web/office/money/reason-field.tsx";
import { useCauseName } from "#web/office/money/use-names.ts";
import { WaitingProposals } from "#web/office/money/waiting-proposals.tsx";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Section } from "./section.tsx";

type Parts = NonNullable<MemberFile["money"]>;
type Payment = Parts["payments"][number];

export function Payments({ payments, mayRefund }: Pick<Parts, "payments"> & { mayRefund: boolean }) {
  const t = useTexts("money");
  const staff = useTexts("staff-members");
  const columns = usePaymentColumns(({ at }: Payment) => at);
  if (payments.length === 0) return <p className="text-muted">{staff("none")}</p>;
  return (
    <DataTable
      caption={staff("money.payments")}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t("search.number"),
          cell: (payment) => (mayRefund ? <PaymentLink {...payment} /> : (payment.number ?? "–")),
        },
        ...columns,
      ]}
    />
  );
}

export function Credits({ credits, debt, ledger }: Pick<Parts, "credits" | "debt" | "ledger">) {
  const t = useTexts("staff-members");
  const transactions = useTexts("transactions");
  const columns = useTexts("money");
  const causeName = useCauseName();
  const format = useFormat();
  return (
    <>
      <p className="mb-3 font-semibold">{transactions("history.balance", { balance: format.number(credits) })}</p>
      {debt === 0 ? null : <p className="mb-3">{t("money.debt", { debt: format.number(debt) })}</p>}
      {ledger.length === 0 ? null : (
        <DataTable
          caption={t("money.credits")}
          rows={ledger}
          keyOf={({ day, cause }) => `${day} ${cause}`}
          columns={[
            { name: t("money.day"), cell: ({ day }) => format.calendarDay(day) },
            {
              name: columns("col.reason"),
              cell: ({ cause }) => <span className="hyphens-auto wrap-anywhere">{causeName(cause)}</span>,
            },
            { name: columns("col.credits"), number: true, cell: ({ amount }) => format.signed(amount) },
            { name: t("money.balance"), number: true, cell: ({ balance }) => format.number(balance) },
          ]}
        />
      )}
    </>
  );
}

type FormsProps = Pick<Parts, "debits_blocked_at" | "waiting"> & { mayRefund: boolean; id: string; open: boolean };

export function MoneyForms({ debits_blocked_at: blockedAt, waiting, mayRefund, id, open }: FormsProps) {
  return (
    <>
      {waiting.length === 0 ? null : <WaitingProposals waiting={waiting} mayDecide={mayRefund} />}
      {open ? <CreditsForm id={id} /> : null}
      {blockedAt !== null && mayRefund ? <BlockForm id={id} since={blockedAt} /> : null}
    </>
  );
}

/** Gives credits, or takes some; many wait for a second person. */
function CreditsForm({ id }: { id: string }) {
  const t = useTexts("staff-members");
  const { run, ...state } = useCall(changeCredits);
  const [outcome, setOutcome] = useState<"booked" | "waits" | null>(null);
  return (
    <Section title={t("money.change")}>
      <StaffForm
        of={[
          {
            name: "amount",
            label: t("money.amount"),
            note: t("money.amount_note"),
            type: "number",
            step: 1,
            autoComplete: "off",
            required: true,
          },
          useReasonField(),
        ]}
        state={state}
        send={({ amount = "", reason = "" }) => {
          setOutcome(null);
          return run({ body: { id, amount: Number(amount.replace("−", "-")), reason } });
        }}
        onDone={({ booked }) => setOutcome(booked ? "booked" : "waits")}
        button={t("money.send")}
      />
      <p role="status" className="mt-3">
        {outcome === null ? "" : t(`money.${outcome}`)}
      </p>
    </Section>
  );
}

/** Lets a member pay by direct debit again, whose bank took a payment back. */
function BlockForm({ id, since }: { id: string; since: string }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, ...state } = useCall(liftDebitBlock);
  return (
    <Section title={t("money.blocked", { date: format.date(since) })}>
      <StaffForm
        of={[useReasonField()]}
        state={state}
        send={({ reason = "" }) => run({ body: { id, reason } })}
        button={t("money.unblock")}
        look="outline"
      />
    </Section>
  );
}
