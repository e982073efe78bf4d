import type { InputOf } from "#contract/call.ts";
import type { authoriseDirectDebit } from "#contract/direct-debit.ts";
import type { Order } from "./paths.ts";

/** The form's fields by name, as typed; a box that is not ticked is missing. */
export type FormValues = Record<string, string | undefined>;

/** The request body of a form. An unticked box is sent as such: the server answers what is wrong. */
export function toMandateBody(values: FormValues, { bundleId, code, returnTo }: Order) {
  return {
    bundle_id: bundleId,
    amount: Number(values.amount),
    code,
    iban: values.iban ?? "",
    account_holder: values.account_holder ?? "",
    phone: values.phone ?? "",
    authorised: values.authorised !== undefined,
    return_to: returnTo,
  } as InputOf<typeof authoriseDirectDebit>["body"];
}
