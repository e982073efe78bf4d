import { useState } from "react";
import { useRevalidator } from "react-router";
import { cancelDebit, type PaymentFile } from "#contract/staff-payments.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useLooks } from "#web/lib/use-looks.ts";
import { Facts, Section } from "#web/office/members/section.tsx";
import { PostedQuestion } from "#web/office/staff/posted-question.tsx";
import { Question } from "#web/office/staff/question.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { PostedForm } from "./posted-form.ts";
import { ReasonField } from "./reason-field.tsx";
import { RefuseIban } from "./refuse-iban.tsx";
import { useStateName } from "./use-names.ts";

/** `posted`: the form was posted without scripts. */
type Props = {
  payment: PaymentFile;
  debit: NonNullable<PaymentFile["debit"]>;
  posted: PostedForm | undefined;
  /** The same of the form that refuses the account. */
  postedIban?: PostedForm | undefined;
  /** The reason with which the form begins. */
  why?: string;
  /** Loads the payment again; by default with the page. */
  onLook?: () => Promise<unknown>;
};

/** What the buyer's bank statement says of a direct debit, and how to stop it; a question says what that does. */
export function DebitSection({ payment, debit, posted, postedIban, why = "", onLook }: Props) {
  const { reference, iban, collect_on: day, cancellable, iban_refused_at: refusedAt } = debit;
  const t = useTexts("money");
  const format = useFormat();
  const { revalidate } = useRevalidator();
  const look = onLook ?? revalidate;
  const { run, pending, failure } = useCall(cancelDebit, () => look());
  const [reason, setReason] = useState(posted?.typed.reason ?? why);
  const [refuses, setRefuses] = useState(posted?.typed.refuse_iban !== undefined);
  const [isAsking, setAsking] = useState(false);
  const { isWaiting, hasLooked, start } = useLooks(cancellable, look);
  const send = async () => {
    setAsking(false);
    await run({ body: { payment_id: payment.id, reason, refuse_iban: refuses } }, async () => {
      setReason("");
      start();
      await look();
    });
  };
  const label = t("file.cancel");
  const effects = <CancelEffects credits={payment.credits} refuses={refuses} />;
  const isOpen = cancellable && !isWaiting;
  return (
    <Section id="debit" title={t("file.debit")}>
      <Facts
        facts={[
          [t("file.mandate"), reference],
          [t("file.iban"), iban],
          [t("file.collect_on"), format.calendarDay(day)],
        ]}
      />
      <CancelStatus payment={payment} cancellable={cancellable} {...{ isWaiting, hasLooked }} />
      {isOpen && posted?.asks ? (
        <PostedQuestion
          title={label}
          fields={refuses ? { form: "debit", reason, refuse_iban: "on" } : { form: "debit", reason }}
          yes={label}
          no={t("file.cancel_not")}
        >
          {effects}
        </PostedQuestion>
      ) : null}
      {isOpen && !posted?.asks ? (
        <CallForm
          failure={failure ?? posted?.failure}
          action="#debit"
          className="mt-4"
          // without a reason it is refused, and nothing is asked before
          onSubmit={() => (reason.trim() === "" ? send() : setAsking(true))}
        >
          <input type="hidden" name="form" value="debit" />
          <ReasonField value={reason} onChange={setReason} />
          {refusedAt === null ? (
            <Checkbox
              name="refuse_iban"
              label={t("file.iban_also")}
              note={t("file.iban_text")}
              checked={refuses}
              onChange={({ target }) => setRefuses(target.checked)}
            />
          ) : null}
          <p className="mb-3 text-muted text-sm">{t("file.cancel_text")}</p>
          <Button type="submit" look="danger" pending={pending}>
            {label}
          </Button>
        </CallForm>
      ) : null}
      {isOpen && refusedAt === null ? null : (
        <RefuseIban {...{ payment, refusedAt, posted: postedIban, onDone: look }} />
      )}
      {isAsking ? (
        <Question
          title={label}
          yes={{ label, look: "danger", run: () => void send() }}
          no={t("file.cancel_not")}
          onNo={() => setAsking(false)}
        >
          {effects}
        </Question>
      ) : null}
    </Section>
  );
}

/** Credits are booked once a direct debit is paid, so nothing is taken back; a refusal of its IBAN lasts. */
function CancelEffects({ credits, refuses }: { credits: number; refuses: boolean }) {
  const t = useTexts("money");
  const stateName = useStateName();
  const format = useFormat();
  return (
    <>
      <p className="mb-5">
        {t("file.cancel_sure", { state: stateName("cancelled"), credits: format.number(credits) })}
      </p>
      {refuses ? (
        <p className="mb-5">
          <strong className="block">{t("file.iban_refuse")}</strong>
          {t("file.iban_text")}
        </p>
      ) : null}
    </>
  );
}

type StatusProps = { payment: PaymentFile; cancellable: boolean; isWaiting: boolean; hasLooked: boolean };

/** How far the cancelling is, for as long as anyone has asked for it. */
function CancelStatus({ payment: { events }, cancellable, isWaiting, hasLooked }: StatusProps) {
  const t = useTexts("money");
  const format = useFormat();
  const asked = events.findLast(({ kind }) => kind === "debit_cancel_asked");
  const words = () => {
    if (isWaiting) return t("file.cancel_asked");
    if (hasLooked) return t(cancellable ? "file.cancel_late" : "file.cancelled");
    if (!asked || !cancellable) return "";
    return t("file.cancel_open", { date: `${format.date(asked.at)}, ${format.time(asked.at)}` });
  };
  return (
    <p role="status" className="mt-4 empty:hidden">
      {words()}
    </p>
  );
}
