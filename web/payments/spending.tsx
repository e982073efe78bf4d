import { useState } from "react";
import { pausePurchases, type Spending, setSpendingLimit } from "#contract/spending.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { parseMinorUnits, type SpendingFailures } from "./post-spending.ts";

const pauses = [1, 7, 30, 90, 180];

/**
 * The settings with which members limit their own spending: a monthly limit, and a pause. `failures`: of a form that
 * was posted without scripts.
 */
export function OwnLimits({ loaded, failures }: { loaded: Spending; failures: SpendingFailures }) {
  const t = useTexts("transactions");
  const format = useFormat();
  const [latest, setSpending] = useState<Spending | null>(null);
  const { currency, limit, spent, next, paused_until: paused } = latest ?? loaded;
  if (currency === null) return null;
  const formatMoney = (minor: number) => format.money(minor, currency);
  const formatTime = (iso: string) => `${format.date(iso)} ${format.time(iso)}`;
  return (
    <section className="mt-10">
      <h2 className="text-2xl">{t("spending.title")}</h2>
      <p className="mb-4 text-muted">{t("spending.text")}</p>
      <div className="surface-card space-y-1 p-5">
        <p className="font-semibold">
          {limit === null ? t("spending.no_limit") : t("spending.limit_now", { limit: formatMoney(limit) })}
        </p>
        <p>{t("spending.spent", { amount: formatMoney(spent) })}</p>
        {next === null ? null : (
          <p>
            {next.limit === null
              ? t("spending.next_none", { from: formatTime(next.from) })
              : t("spending.next", { from: formatTime(next.from), limit: formatMoney(next.limit) })}
          </p>
        )}
        <LimitForm currency={currency} limit={limit} failure={failures.limit} onDone={setSpending} />
      </div>
      <div className="surface-card mt-4 p-5">
        <h3 className="text-xl">{t("spending.pause_title")}</h3>
        <p className="mb-3 text-muted">{t("spending.pause_text")}</p>
        {paused === null ? null : (
          <div className="mb-4">
            <Notice>{t("spending.paused", { until: formatTime(paused) })}</Notice>
          </div>
        )}
        <PauseForm failure={failures.days} onDone={setSpending} />
      </div>
    </section>
  );
}

type Done = { onDone: (spending: Spending) => void; failure: FormFailure | undefined };
type LimitProps = Done & { currency: string; limit: number | null };

function LimitForm({ currency, limit, failure: posted, onDone }: LimitProps) {
  const t = useTexts("transactions");
  const { run, pending, failure } = useCall(setSpendingLimit);
  return (
    <CallForm
      className="pt-3"
      failure={failure ?? posted}
      onSubmit={async (fields) => {
        const answer = await run({ body: { limit: parseMinorUnits(fields.limit ?? "") } });
        if (answer) onDone(answer);
      }}
    >
      <TextField
        name="limit"
        label={`${t("spending.limit_label")} (${currency})`}
        note={t("spending.limit_note")}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={limit === null ? "" : String(limit / 100)}
      />
      <Button type="submit" look="outline" pending={pending}>
        {t("spending.save")}
      </Button>
    </CallForm>
  );
}

function PauseForm({ failure: posted, onDone }: Done) {
  const t = useTexts("transactions");
  const { run, pending, failure } = useCall(pausePurchases);
  return (
    <CallForm
      failure={failure ?? posted}
      onSubmit={async (fields) => {
        const answer = await run({ body: { days: Number(fields.days) } });
        if (answer) onDone(answer);
      }}
    >
      <SelectField
        name="days"
        label={t("spending.pause_label")}
        options={pauses.map((count) => ({ value: String(count), label: t("spending.days", { count }) }))}
      />
      <Button type="submit" look="outline" pending={pending}>
        {t("spending.pause")}
      </Button>
    </CallForm>
  );
}
