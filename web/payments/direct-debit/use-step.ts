import { useCallback } from "react";
import type { InputOf } from "#contract/call.ts";
import { authoriseDirectDebit, confirmDirectDebit, sendNewCode } from "#contract/direct-debit.ts";
import { directDebitPath, orderPath, readReturnTo } from "#web/credits/return-to.ts";
import type { CallFunction } from "#web/lib/api.ts";
import type { OnFailure } from "#web/lib/use-call.ts";
import { type Fields, isTicked, type Posted, useForm } from "#web/lib/use-form.ts";

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

export function useStep(order: Order, posted?: Posted<NextStep>, onFailure?: OnFailure) {
  return useForm(
    useCallback((call: CallFunction, fields: Fields) => sendStep(call, fields, order), [order]),
    posted,
    onFailure,
  );
}

export type Order = { bundleId: string; code: string | undefined; returnTo: string | undefined };

export function readOrder(url: string): Order | undefined {
  const query = new URL(url).searchParams;
  const bundleId = query.get("bundle") ?? "";
  if (bundleId === "") return undefined;
  return { bundleId, code: query.get("code")?.trim() || undefined, returnTo: readReturnTo(url) };
}

export const formPath = ({ bundleId, code, returnTo }: Order) => directDebitPath(bundleId, returnTo, code);

/** The address of the second step. It names the direct debit, so that the buyer can leave the page to read the SMS. */
export const codePath = (order: Order, id: string) => `${formPath(order)}&id=${encodeURIComponent(id)}`;

export const orderPagePath = ({ bundleId, code, returnTo }: Order) => orderPath(bundleId, returnTo, code);
