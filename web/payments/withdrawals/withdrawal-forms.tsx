import { useEffect } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { requestWithdrawal, type Withdrawable, withdraw } from "#contract/withdrawals.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { preserveTypedText } from "#web/lib/typed.ts";
import type { Fields, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { AddressField, TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** A declared withdrawal; `email` if it was declared without a login. */
export type DeclaredWithdrawal = { received_at: string; refund?: AnswerOf<typeof withdraw>["refund"]; email?: string };

/** Sends either form: only the one of guests has an address. */
export async function sendWithdrawal(call: CallFunction, fields: Fields): Promise<DeclaredWithdrawal> {
  if (fields.email === undefined) return await call(withdraw, { body: { payment_id: fields.payment_id ?? "" } });
  const email = fields.email.trim();
  return { ...(await call(requestWithdrawal, { body: { email, number: fields.number ?? "" } })), email };
}

type Props = { form: ReturnType<typeof useForm<DeclaredWithdrawal>> };

function Confirm({ pending }: { pending: boolean }) {
  const t = useTexts("withdrawals");
  return (
    <Button type="submit" size="large" wide pending={pending}>
      {t("confirm")}
    </Button>
  );
}

/** Chooses one of the purchases that can still be withdrawn from. */
export function MemberForm({
  purchases,
  chosen,
  form,
}: Props & { purchases: readonly Withdrawable[]; chosen: string | null }) {
  const t = useTexts("withdrawals");
  const format = useFormat();
  const note = ({ created_at, completed_at, withdrawn_at, refund, currency }: Withdrawable) => {
    const date = format.date(completed_at ?? created_at);
    if (withdrawn_at !== null) return t("done_on", { date, withdrawn: format.date(withdrawn_at) });
    if (completed_at === null) return t("unpaid", { date });
    if (refund.amount === 0) return t("spent", { date });
    return t("note", { date, amount: format.money(refund.amount, currency) });
  };
  const preselected =
    purchases.find(({ payment_id }) => payment_id === chosen) ??
    purchases.find(({ refund }) => refund.amount > 0) ??
    purchases.find(({ withdrawn_at }) => withdrawn_at === null);
  return (
    <CallForm failure={form.failure} onSubmit={form.submit}>
      <ChoiceGroup
        look="cards"
        name="payment_id"
        legend={t("legend")}
        defaultValue={preselected?.payment_id}
        options={purchases.map((purchase) => ({
          value: purchase.payment_id,
          label: t("option", { count: purchase.credits, amount: format.money(purchase.amount, purchase.currency) }),
          note: note(purchase),
        }))}
      />
      <Confirm pending={form.pending} />
    </CallForm>
  );
}

/** The form asks for what a buyer has without a login: the account's address, and a number from the mail. */
export function GuestForm({ form, chosen }: Props & { chosen: string | null }) {
  const t = useTexts("withdrawals");
  // the pages of members do so everywhere
  useEffect(() => preserveTypedText(() => true), []);
  return (
    <>
      <p className="mb-4">{t("visitor_text")}</p>
      <CallForm failure={form.failure} onSubmit={form.submit}>
        <AddressField name="email" label={t("email")} defaultValue={form.typed.email} />
        <TextField
          name="number"
          label={t("number")}
          note={t("number_note")}
          required
          maxLength={60}
          defaultValue={form.typed.number ?? chosen ?? undefined}
          autoComplete="off"
        />
        <Confirm pending={form.pending} />
      </CallForm>
      <p className="mt-6 text-center">
        <TextLink to="/login?next=/withdrawal">{t("login")}</TextLink>
      </p>
    </>
  );
}
