import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { MandateForm } from "#contract/direct-debit.ts";
import { OrderTotal } from "#web/credits/order-summary.tsx";
import { useSession } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Posted } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { checkIban } from "./iban.ts";
import { Mandate } from "./mandate.tsx";
import { type NextStep, type Order, orderPagePath, useStep } from "./use-step.ts";

type Props = { form: MandateForm; order: Order; posted: Posted<NextStep> | undefined };

/** The first step: the amount, the bank account, the phone number for the code, and the mandate above its box. */
export function DebitForm({ form, order, posted }: Props) {
  const t = useTexts("direct-debit");
  const format = useFormat();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const { submit, pending, failure, typed } = useStep(
    order,
    posted,
    ({ code }) => code === "price_changed" && refresh(),
  );
  const amount = format.money(form.amount, form.currency);

  return (
    <CallForm
      failure={failure}
      onSubmit={(fields) => submit(fields, (answer) => navigate(answer.next, { replace: true }))}
    >
      <input type="hidden" name="amount" value={form.amount} />
      <OrderTotal credits={form.credits} className="mb-5">
        <strong className="text-2xl">{amount}</strong>
      </OrderTotal>
      <TextField
        name="account_holder"
        label={t("mandate.holder")}
        autoComplete="name"
        required
        maxLength={70}
        defaultValue={typed.account_holder}
      />
      <IbanField defaultValue={typed.iban} />
      <TextField
        name="phone"
        type="tel"
        inputMode="tel"
        label={t("form.phone")}
        note={t("form.phone_note")}
        autoComplete="tel"
        required
        maxLength={40}
        defaultValue={typed.phone ?? `${form.phone_prefix} `}
      />
      <Mandate form={form} />
      <Checkbox name="authorised" value="1" label={t("form.authorise", { amount })} />
      <Button type="submit" name="step" value="authorise" size="large" wide pending={pending}>
        {t("form.send")}
      </Button>
      <p className="mt-4 text-muted text-sm">
        {t("form.left", { amount: format.money(form.limit_left, form.currency), days: form.limit_days })}
      </p>
      <p className="mt-4">
        <TextLink to={orderPagePath(order)}>{t("other")}</TextLink>
      </p>
    </CallForm>
  );
}

/** The field for the IBAN, checked while the buyer types; a mistake is shown only when they leave the field. */
function IbanField({ defaultValue }: { defaultValue: string | undefined }) {
  const t = useTexts("direct-debit");
  const format = useFormat();
  const [typed, setTyped] = useState(defaultValue ?? "");
  const [hasLeft, setHasLeft] = useState(false);
  const check = checkIban(typed);
  const problem = hasLeft && check !== null && "problem" in check ? t(`check.${check.problem}`) : undefined;
  return (
    <TextField
      name="iban"
      label={t("form.iban")}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={60}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        setHasLeft(false);
      }}
      onBlur={() => setHasLeft(true)}
      error={problem}
      note={
        <span role="status" className="flex items-start gap-2">
          {check !== null && "country" in check ? (
            <>
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-secondary-ink" />
              {t("form.iban_ok", { country: format.country(check.country) })}
            </>
          ) : null}
        </span>
      }
    />
  );
}
