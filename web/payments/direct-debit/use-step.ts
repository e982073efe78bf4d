import { useCallback } from "react";
import type { InputOf } from "#contract/call.ts";
import { authoriseDirectDebit, confirmDirectDebit, sendNewCode } from "#contract/direct-debit.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { type Fields, isTicked, type Posted, useForm } from "#web/lib/use-form.ts";
import { codePath, type Order } from "./paths.ts";

/** The page after a step. */
export type NextStep = { next: string };

/** Sends the form of a step: the mandate, the code that confirms it, or the wish for another code. */
export async function sendStep(call: CallFunction, fields: Fields, order: Order): Promise<NextStep> {
  const { step, id = "", code = "" } = fields;
  if (step === "confirm") {
    const begin_at_once = isTicked(fields.begin_at_once);
    const { payment } = await call(confirmDirectDebit, { body: { id, code, begin_at_once } });
    return { next: `/transactions/${payment.payment_id}` };
  }
  if (step === "again") {
    await call(sendNewCode, { body: { id } });
    return { next: codePath(order, id) };
  }
  const { direct_debit: debit } = await call(authoriseDirectDebit, { body: toMandateBody(fields, order) });
  return { next: codePath(order, debit.id) };
}

/** An unticked box is sent as such: the server answers what is wrong. */
function toMandateBody(fields: Fields, { bundleId, code, returnTo }: Order) {
  return {
    bundle_id: bundleId,
    amount: Number(fields.amount),
    code,
    iban: fields.iban ?? "",
    account_holder: fields.account_holder ?? "",
    phone: fields.phone ?? "",
    authorised: fields.authorised !== undefined,
    return_to: returnTo,
  } as InputOf<typeof authoriseDirectDebit>["body"];
}

/** The form of a step of this order; `posted` is the outcome of the route's action. */
export function useStep(order: Order, posted?: Posted<NextStep>) {
  return useForm(
    useCallback((call: CallFunction, fields: Fields) => sendStep(call, fields, order), [order]),
    posted,
  );
}
