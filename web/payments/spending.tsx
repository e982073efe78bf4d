import { useState } from "react";
import { useRevalidator } from "react-router";
import { pausePurchases, type Spending, setSpendingLimit } from "#contract/spending.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { useLooks } from "#web/lib/use-looks.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { parseMinorUnits } from "./minor-units.ts";

const saveLimit = (call: CallFunction, { limit = "" }: Fields) =>
  call(setSpendingLimit, { body: { limit: parseMinorUnits(limit) } });

const savePause = (call: CallFunction, { days }: Fields) => call(pausePurchases, { body: { days: Number(days) } });

/** Sends the one of the two forms that has these fields. */
export const saveSpending = (call: CallFunction, fields: Fields) =>
  (fields.days === undefined ? saveLimit : savePause)(call, fields);

const pauses = [1, 7, 30, 90, 180];

type Props = {
  loaded: Spending;
  /** The outcome of a form posted without scripts. */
  posted: Posted<Spending> | undefined;
  /** The page shows an order that is not paid yet: it may end by what is set here. */
  hasOpen: boolean;
};

/** A monthly limit, and a pause. */
export function OwnLimits({ loaded, posted, hasOpen }: Props) {
  const t = useTexts("transactions");
  const format = useFormat();
  const [latest, setSpending] = useState<Spending | null>(null);
  const { start } = useLooks(hasOpen, useRevalidator().revalidate);
  const onDone = (spending: Spending) => {
    setSpending(spending);
    start();
  };
  const { currency, order_currency: paysIn, limit, spent, next, paused_until: paused } = latest ?? loaded;
  if (currency === null) return null;
  const isOther = limit !== null && paysIn !== null && paysIn !== currency;
  const isPause = posted?.typed.days !== undefined;
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
              : t("spending.next", { from: formatTime(next.from), limit: format.money(next.limit, next.currency) })}
          </p>
        )}
        {isOther ? (
          <div className="py-2">
            <Notice tone="warning">{t("spending.other_currency", { currency: paysIn })}</Notice>
          </div>
        ) : null}
        <LimitForm
          currency={paysIn ?? currency}
          limit={isOther ? null : limit}
          posted={isPause ? undefined : posted}
          onDone={onDone}
        />
      </div>
      <div className="surface-card mt-4 p-5">
        <h3 className="text-xl">{t("spending.pause_title")}</h3>
        <p className="mb-3 text-muted">{t("spending.pause_text")}</p>
        {paused === null ? null : (
          <div className="mb-4">
            <Notice>{t("spending.paused", { until: formatTime(paused) })}</Notice>
          </div>
        )}
        <PauseForm posted={isPause ? posted : undefined} onDone={onDone} />
      </div>
    </section>
  );
}

type Done = { onDone: (spending: Spending) => void; posted: Posted<Spending> | undefined };
type LimitProps = Done & { currency: string; limit: number | null };

function LimitForm({ currency, limit, posted, onDone }: LimitProps) {
  const t = useTexts("transactions");
  const { submit, pending, failure } = useForm(saveLimit, posted);
  return (
    <CallForm className="pt-3" failure={failure} onSubmit={(fields) => submit(fields, onDone)}>
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

function PauseForm({ posted, onDone }: Done) {
  const t = useTexts("transactions");
  const { submit, pending, failure } = useForm(savePause, posted);
  return (
    <CallForm failure={failure} onSubmit={(fields) => submit(fields, onDone)}>
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
