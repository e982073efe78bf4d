import { data, redirect } from "react-router";
import { startPayment } from "#contract/payments.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Page } from "#web/lib/page.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { isTicked } from "#web/lib/use-form.ts";
import { directDebitPath, readReturnTo } from "./return-to.ts";

/** What the buyer chose in the form: a method or the id of a stored one, whether to store it, and to begin at once. */
type Chosen = { method: string; remember: boolean; begin: boolean };

/**
 * The result of a posted order. `checkout` is where a placed order goes on, at the provider or on this site. `chosen`
 * keeps the form's choice after a failure.
 */
export type Posted = { checkout?: string; failure?: FormFailure; missing?: true; chosen?: Chosen };

/**
 * Places the order that a browser posted without the page's scripts, or before they ran. The form's `OrderFields` name
 * the price that the buyer saw. No redirect leads to the provider, because the content policy allows none after a form
 * (CSP 3, `form-action`); the page goes there itself.
 */
export async function postOrder({ call }: Pick<Page, "call">, request: Request) {
  const form = await request.formData();
  const readText = (name: string) => String(form.get(name) ?? "");
  const bundle = readText("bundle_id");
  const method = readText("method");
  const code = readText("code") || undefined;
  const returnTo = readReturnTo(request.url);
  if (method === "") return data<Posted>({ missing: true }, { status: 400 });
  if (method === "sepa") throw redirect(directDebitPath(bundle, returnTo, code));
  const remember = form.has("remember");
  const paidBy = isUuid(method) ? { stored_method_id: method } : { method, remember };
  const begin_at_once = isTicked(form.has("begin_at_once") ? "1" : undefined);
  const amount = Number(readText("amount"));
  const body = { bundle_id: bundle, amount, ...paidBy, begin_at_once, code, return_to: returnTo };
  try {
    const { checkout_url: checkout } = await call(startPayment, { body, key: readText("key") });
    return data<Posted>({ checkout });
  } catch (error) {
    return data<Posted>(
      { failure: toFailure(error), chosen: { method, remember, begin: begin_at_once } },
      { status: 400 },
    );
  }
}
