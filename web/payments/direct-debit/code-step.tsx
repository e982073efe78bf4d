import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { type DirectDebit, smsCode } from "#contract/direct-debit.ts";
import { BeginBox } from "#web/credits/begin-box.tsx";
import { OrderTotal } from "#web/credits/order-summary.tsx";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { rich, useFormat, useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import type { Posted } from "#web/lib/use-form.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { useInterval } from "#web/lib/use-timer.ts";
import { Facts } from "#web/payments/facts.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { formPath, type NextStep, type Order, useStep } from "./use-step.ts";

type Props = { debit: DirectDebit; order: Order; posted: Posted<NextStep> | undefined };

/** A mistake that stands at its field is not told a second time above the form. */
function withoutRepetition(failure: FormFailure | null | undefined) {
  if (!failure) return failure;
  const { code, begin_at_once, ...others } = failure.fields;
  const isAtField = Object.keys(others).length === 0 && (code ?? begin_at_once) !== undefined;
  return isAtField ? { ...failure, message: "" } : failure;
}

/** The second step: the code from the SMS, and the button that orders with obligation to pay (D7.7). */
export function CodeStep({ debit, order, posted }: Props) {
  const t = useTexts("direct-debit");
  const credits = useTexts("credits");
  const format = useFormat();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const { submit, pending, failure, typed } = useStep(order, posted);
  const shownFailure = useMemo(() => withoutRepetition(failure), [failure]);
  const date = format.calendarDay(debit.collect_on);
  return (
    <>
      <h2 className="mb-2 text-2xl">{t("code.title")}</h2>
      <div className="mb-5 space-y-1">
        <p>{t("code.sent", { phone: debit.phone, minutes: smsCode.minutes })}</p>
        <OutboxHint />
      </div>
      <section className="surface-card mb-6 p-5">
        <Facts
          facts={[
            [t("mandate.holder"), debit.account_holder],
            [t("form.iban"), `${debit.iban} (${format.country(debit.iban_country)})`],
            [t("mandate.reference"), debit.mandate_reference],
            [t("mandate.collect_on"), date],
          ]}
        />
        <p className="mt-3">{t("mandate.arrival", { date })}</p>
      </section>
      <CallForm
        failure={shownFailure}
        onSubmit={async (fields) => {
          const answer = await submit(fields, ({ next }) => navigate(next, { replace: true }));
          if (answer === null) await refresh();
        }}
      >
        <input type="hidden" name="id" value={debit.id} />
        <TextField
          name="code"
          label={t("code.label")}
          note={debit.tries_left < smsCode.tries ? t("code.tries", { count: debit.tries_left }) : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={20}
          className="text-2xl tracking-widest"
        />
        <BeginBox directDebit ticked={typed.begin_at_once !== undefined} />
        <OrderTotal credits={debit.credits} className="mb-3">
          <strong className="text-2xl">{format.money(debit.amount, debit.currency)}</strong>
        </OrderTotal>
        <Button type="submit" name="step" value="confirm" size="large" wide pending={pending}>
          {credits("order.button")}
        </Button>
      </CallForm>
      <NewCode key={debit.id} debit={debit} order={order} />
      <p className="mt-2">
        <TextLink to={formPath(order)}>{t("code.change")}</TextLink>
      </p>
    </>
  );
}

/** A link to the demo site's outbox, which shows its text messages; renders nothing on other sites. */
function OutboxHint() {
  const t = useTexts("direct-debit");
  if (!useSettings().demo) return null;
  return (
    <p>
      {rich(t("code.outbox"), {
        outbox: (words) => (
          <a href="/outbox" className="link font-semibold">
            {words}
          </a>
        ),
      })}
    </p>
  );
}

/** The button that requests a new code. With scripts it is disabled until the wait is over. */
function NewCode({ debit, order }: Omit<Props, "posted">) {
  const t = useTexts("direct-debit");
  const { refresh } = useSession();
  const { submit, pending, failure } = useStep(order);
  const [sent, setSent] = useState(false);
  const wait = (Date.parse(debit.resend_at) - Date.parse(debit.now)) / 1000;
  const seconds = useCountdown(wait, debit.resend_at);
  const waits = useHydrated() && seconds > 0;
  return (
    <CallForm
      className="mt-6"
      failure={failure}
      onSubmit={(fields) =>
        submit(fields, async () => {
          setSent(true);
          await refresh();
        })
      }
    >
      <input type="hidden" name="id" value={debit.id} />
      <p role="status" className="mb-2">
        {sent ? t("code.again_sent") : null}
      </p>
      <Button type="submit" name="step" value="again" look="outline" wide pending={pending} disabled={waits}>
        {waits ? t("code.again_in", { seconds }) : t("code.again")}
      </Button>
    </CallForm>
  );
}

/** Seconds left of a wait, counted down from the server's answer; starts anew if `id` changes. */
function useCountdown(seconds: number, id: string): number {
  const [startedAt] = useStateFor(id, performance.now());
  const [now, setNow] = useStateFor(id, startedAt);
  useInterval(() => setNow(performance.now()), 1000);
  return Math.max(0, Math.ceil(seconds - (now - startedAt) / 1000));
}
