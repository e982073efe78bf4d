import type { InputOf } from "#contract/call.ts";
import type { authoriseDirectDebit } from "#contract/direct-debit.ts";
import type { Order } from "./paths.ts";

/** The form's fields by name, as typed; a box that is not ticked is missing. */
export type Said = Record<string, string | undefined>;

/** The request of a form. The box is sent as it is: the server says what is wrong with it. */
export function bodyOf(said: Said, { bundleId, code, returnTo }: Order) {
  return {
    bundle_id: bundleId,
    amount: Number(said.amount),
    code,
    iban: said.iban ?? "",
    account_holder: said.account_holder ?? "",
    phone: said.phone ?? "",
    authorised: said.authorised !== undefined,
    return_to: returnTo,
  } as InputOf<typeof authoriseDirectDebit>["body"];
}
