import type { StaffRole } from "#contract/constants.ts";
import { paymentState } from "#contract/payment-state.ts";
import { type MemberFile, refundRoles } from "#contract/staff-members.ts";
import { type Transaction, transactionKinds } from "#contract/transactions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { useStateName } from "#web/office/money/use-names.ts";
import { type Column, DataTable } from "#web/office/numbers/data-table.tsx";
import { CreditsForm } from "./credits-form.tsx";
import { RefundForm } from "./refund-form.tsx";
import { Section } from "./section.tsx";
import { WaitingProposals } from "./waiting-proposals.tsx";

type Parts = NonNullable<MemberFile["money"]>;
type Payment = Parts["payments"][number];
const isKind = (cause: string): cause is Transaction["kind"] => (transactionKinds as readonly string[]).includes(cause);

function Payments({ payments, mayRefund }: Pick<Parts, "payments"> & { mayRefund: boolean }) {
  const t = useTexts("money");
  const staff = useTexts("staff-members");
  const stateName = useStateName();
  const format = useFormat();
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
        { name: t("col.at"), cell: ({ at }) => `${format.date(at)}, ${format.time(at)}` },
        { name: t("col.status"), cell: (payment) => stateName(paymentState(payment)) },
        { name: t("col.amount"), number: true, cell: ({ amount, currency }) => format.money(amount, currency) },
        {
          name: t("sum.back"),
          number: true,
          cell: ({ refunded, charged_back: back, currency }) => format.money(refunded + back, currency),
        },
        { name: t("col.credits"), number: true, cell: ({ credits }) => format.number(credits) },
        ...(mayRefund ? [refund] : []),
      ]}
    />
  );
}

/** The member's credits and payments, and what the role may change about them. */
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
