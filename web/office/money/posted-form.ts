import { refundPayment } from "#contract/staff-members.ts";
import { barIban, cancelDebit, unbarIban } from "#contract/staff-payments.ts";
import type { CallFunction } from "#web/lib/api.ts";
import type { Fields, Posted } from "#web/lib/use-form.ts";

/** A form of a payment's page that was posted without scripts. `asks`: its question stands there instead of it. */
export type PostedForm = { asks: boolean; failure: Posted<unknown>["failure"]; typed: Fields };

type Outcome = "asks" | "done";

/** Sends a form of a payment's page: the first time it only asks, and does it when that was answered. */
export async function sendPosted(call: CallFunction, id: string, fields: Fields): Promise<Outcome> {
  const { form, sure, reason = "" } = fields;
  if (sure === undefined) return "asks";
  if (form === "debit") {
    await call(cancelDebit, { body: { payment_id: id, reason, refuse_iban: fields.refuse_iban !== undefined } });
    return "done";
  }
  if (form === "iban_refuse" || form === "iban_accept") {
    await call(form === "iban_refuse" ? barIban : unbarIban, { body: { payment_id: id, reason } });
    return "done";
  }
  const [amount, credits, left] = [Number(fields.minor), Number(fields.revoked), Number(fields.left)];
  await call(refundPayment, { body: { payment_id: id, amount, credits, left, reason } });
  return "done";
}

/** What was posted, for the form that it is of. */
export function postedOf(
  form: "debit" | "refund" | "iban",
  posted: Posted<Outcome> | undefined,
): PostedForm | undefined {
  if (!posted?.typed.form?.startsWith(form)) return undefined;
  return { asks: posted.answer === "asks", failure: posted.failure, typed: posted.typed };
}
