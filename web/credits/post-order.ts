import { data, redirect } from "react-router";
import { startPayment } from "#contract/payments.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Page } from "#web/lib/page.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { type Fields, isTicked, toFields } from "#web/lib/use-form.ts";
import { directDebitPath, readReturnTo } from "./return-to.ts";

/** The order of a form with `OrderFields` and `BeginBox`. `method` is the way to pay, or the id of a stored one. */
export function toOrderBody(fields: Fields, returnTo: string | undefined) {
  const { bundle_id = "", amount, method = "", remember, begin_at_once: begin, code } = fields;
  const paidBy = isUuid(method) ? { stored_method_id: method } : { method, remember: remember !== undefined };
  const agreed = { begin_at_once: isTicked(begin) };
  return { bundle_id, amount: Number(amount), ...paidBy, ...agreed, code: code || undefined, return_to: returnTo };
}

/** What the buyer chose in the form: a method or the id of a stored one, whether to store it, and to begin at once. */
type Chosen = { method: string; remember: boolean; begin: boolean };

/** `checkout`: where a placed order goes on. `chosen` keeps the form's choice after a failure. */
export type Posted = { checkout?: string; failure?: FormFailure; chosen?: Chosen };

/** No redirect to the provider: the content policy allows none after a form (CSP 3, `form-action`). */
export async function postOrder({ call }: Pick<Page, "call">, request: Request) {
  const fields = toFields(await request.formData());
  const { method = "", key = "", remember } = fields;
  const body = toOrderBody(fields, readReturnTo(request.url));
  if (method === "sepa") throw redirect(directDebitPath(body.bundle_id, body.return_to, body.code));
  try {
    const { checkout_url: checkout } = await call(startPayment, { body, key });
    return data<Posted>({ checkout });
  } catch (error) {
    const chosen = { method, remember: remember !== undefined, begin: body.begin_at_once };
    return data<Posted>({ failure: toFailure(error), chosen }, { status: 400 });
  }
}
