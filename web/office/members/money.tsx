import { useState } from "react";
import { useRevalidator } from "react-router";
import type { StaffRole } from "#contract/constants.ts";
import { decideProposal } from "#contract/office.ts";
import { changeCredits, type MemberFile, refundPayment, refundRoles } from "#contract/staff-members.ts";
import { type Transaction, transactionKinds } from "#contract/transactions.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { usePaymentColumns } from "#web/office/money/payment-columns.ts";
import { type Column, DataTable } from "#web/office/numbers/data-table.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { choice } from "#web/ui/fields.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Section } from "./section.tsx";

type Parts = NonNullable<MemberFile["money"]>;
type Payment = Parts["payments"][number];
const isKind = (cause: string): cause is Transaction["kind"] => (transactionKinds as readonly string[]).includes(cause);

function Payments({ payments, mayRefund }: Pick<Parts, "payments"> & { mayRefund: boolean }) {
  const t = useTexts("money");
  const staff = useTexts("staff-members");
  const columns = usePaymentColumns(({ at }: Payment) => at);
  if (payments.length === 0) return <p className="text-muted">{staff("none")}</p>;
  const refund: Column<Payment> = {
    name: staff("money.refund"),
    cell: (payment) => {
      const left = payment.amount - payment.refunded - payment.charged_back;
      return payment.status === "completed" && left > 0 ? <RefundForm key={left} payment={payment} /> : "–";
    },
  };
  return (
    <DataTable
      caption={staff("money.payments")}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { name: t("search.number"), cell: ({ number }) => number ?? "–" },
        ...columns,
        ...(mayRefund ? [refund] : []),
      ]}
    />
  );
}

export function Money({ money, role, id, open }: { money: Parts; role: StaffRole; id: string; open: boolean }) {
  const t = useTexts("staff-members");
  const transactions = useTexts("transactions");
  const columns = useTexts("money");
  const format = useFormat();
  const { credits, debt, ledger, payments, waiting } = money;
  const mayRefund = refundRoles.includes(role);
  return (
    <>
      <div className="grid items-start gap-x-5 lg:grid-cols-2">
        <Section title={t("money.credits")}>
          <p className="mb-3 font-semibold">{transactions("history.balance", { balance: format.number(credits) })}</p>
          {debt === 0 ? null : <p className="mb-3">{t("money.debt", { debt: format.number(debt) })}</p>}
          {ledger.length === 0 ? null : (
            <DataTable
              caption={t("money.credits")}
              rows={ledger}
              keyOf={({ cause }) => cause}
              columns={[
                {
                  name: columns("col.reason"),
                  cell: ({ cause }) => (isKind(cause) ? transactions(`kinds.${cause}`) : cause),
                },
                { name: columns("col.credits"), number: true, cell: ({ amount }) => format.signed(amount) },
              ]}
            />
          )}
        </Section>
        <div>
          {waiting.length === 0 ? null : <WaitingProposals waiting={waiting} mayDecide={mayRefund} />}
          {open ? <CreditsForm id={id} /> : null}
        </div>
      </div>
      <Section title={t("money.payments")}>
        <Payments payments={payments} mayRefund={mayRefund} />
      </Section>
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
          { name: "reason", label: t("sensitive.reason"), maxLength: 500, autoComplete: "off", required: true },
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

type Waiting = NonNullable<MemberFile["money"]>["waiting"];

/** Credits and refunds that wait for a second person; the one who proposed them can't decide. */
function WaitingProposals({ waiting, mayDecide }: { waiting: Waiting; mayDecide: boolean }) {
  const t = useTexts("staff-members");
  const { run, pending, failure } = useCall(decideProposal);
  const { revalidate } = useRevalidator();
  const decide = (id: string, verdict: "confirmed" | "declined") => run({ body: { id, verdict } }, () => revalidate());
  return (
    <Section title={t("money.waiting")}>
      <FormError failure={failure} />
      <ul>
        {waiting.map(({ id, text, reason, by, own }) => (
          <li key={id} className="border-line border-b py-3 last:border-b-0">
            <p className="font-semibold">{text}</p>
            <p className="break-words text-muted text-sm">
              {by} · {reason}
            </p>
            {own || !mayDecide ? null : (
              <p className="mt-2 flex flex-wrap gap-3">
                <Button look="secondary" pending={pending} onClick={() => void decide(id, "confirmed")}>
                  {t("money.confirm")}
                </Button>
                <Button look="outline" pending={pending} onClick={() => void decide(id, "declined")}>
                  {t("money.refuse")}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type RefundFormPayment = NonNullable<MemberFile["money"]>["payments"][number];

/** Refunds a payment; says before the press how much at most goes back. */
function RefundForm({ payment }: { payment: RefundFormPayment }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, ...state } = useCall(refundPayment);
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const { id, amount, refunded, charged_back: back, currency, begin_request: begin } = payment;
  if (!open) {
    return (
      <Button look="outline" onClick={() => setOpen(true)}>
        {t("money.refund")}
      </Button>
    );
  }
  return (
    <StaffForm
      of={[
        choice("extent", t("money.extent"), [
          { value: "unspent", label: t("money.unspent") },
          { value: "all", label: t("money.all", { amount: format.money(amount - refunded - back, currency) }) },
        ]),
      ]}
      state={state}
      send={({ extent, reason = "" }) =>
        run({ body: { payment_id: id, extent: extent === "all" ? "all" : "unspent", reason } })
      }
      onDone={({ waits }) => {
        if (waits) toast({ title: t("money.waits") });
        setOpen(false);
      }}
      button={t("money.refund")}
      look="danger"
      className="min-w-56 py-2 text-start"
    >
      <p className="mb-3 max-w-72 text-muted text-sm">{t("money.begin", begin)}</p>
      <TextField name="reason" label={t("sensitive.reason")} maxLength={500} autoComplete="off" required />
    </StaffForm>
  );
}
