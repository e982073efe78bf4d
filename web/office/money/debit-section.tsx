import { useState } from "react";
import { useRevalidator } from "react-router";
import { cancelDebit, type PaymentFile } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { Facts, Section } from "#web/office/members/section.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";

/** The provider is asked by a job, whose answer comes within seconds: so often the page looks. */
const looks = 5;
const lookMs = 2_000;

type Props = { id: string; debit: NonNullable<PaymentFile["debit"]> };

/** What the buyer's bank statement says of a direct debit, and how to stop it. */
export function DebitSection({ id, debit: { reference, iban, collect_on: day, cancellable } }: Props) {
  const t = useTexts("money");
  const members = useTexts("staff-members");
  const format = useFormat();
  const { revalidate } = useRevalidator();
  const { run, ...state } = useCall(cancelDebit);
  const [left, setLeft] = useState<number | null>(null);
  useTimeout(
    () => {
      setLeft((left ?? 1) - 1);
      void revalidate();
    },
    left !== null && left > 0 && cancellable ? lookMs : null,
    left,
  );
  return (
    <Section title={t("file.debit")}>
      <Facts
        facts={[
          [t("file.mandate"), reference],
          [t("file.iban"), iban],
          [t("file.collect_on"), format.calendarDay(day)],
        ]}
      />
      {cancellable ? (
        <StaffForm
          of={[
            { name: "reason", label: members("sensitive.reason"), maxLength: 500, autoComplete: "off", required: true },
          ]}
          state={state}
          send={({ reason = "" }) => run({ body: { payment_id: id, reason } })}
          onDone={() => setLeft(looks)}
          button={t("file.cancel")}
          look="danger"
          className="mt-4"
        >
          <p className="mb-3 text-muted text-sm">{t("file.cancel_text")}</p>
        </StaffForm>
      ) : null}
      <p role="status" className="mt-3 empty:hidden">
        {left === null ? "" : t(cancellable ? (left > 0 ? "file.cancel_asked" : "file.cancel_late") : "file.cancelled")}
      </p>
    </Section>
  );
}
