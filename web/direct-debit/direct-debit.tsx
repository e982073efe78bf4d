import { data, redirect } from "react-router";
import {
  authoriseDirectDebit,
  confirmDirectDebit,
  getDirectDebit,
  getMandateForm,
  sendNewCode,
} from "#contract/direct-debit.ts";
import { isTicked } from "#web/credits/is-ticked.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure } from "#web/lib/use-call.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/direct-debit.ts";
import { CodeStep } from "./code-step.tsx";
import { DebitForm } from "./debit-form.tsx";
import { codePath, type Order, orderPagePath, readOrder } from "./paths.ts";
import { type FormValues, toMandateBody } from "./to-mandate-body.ts";

export const handle: ScreenHandle = { who: "members", texts: ["credits", "direct-debit"] };

/** Loads the step that the address names, or the reason why there is none. */
async function loadStep(page: Page, order: Order, id: string | null) {
  try {
    if (id === null) {
      const query = { bundle_id: order.bundleId, ...(order.code === undefined ? {} : { code: order.code }) };
      return { step: "form" as const, order, form: await page.call(getMandateForm, { query }) };
    }
    const { direct_debit: debit } = await page.call(getDirectDebit, { query: { id } });
    return { step: "code" as const, order, debit };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 0 || error.status >= 500)
      throw data({ message: error.message }, { status: error.status || 503 });
    const { code, id: wrongId, bundle_id: wrongBundle } = error.fields;
    return { step: "refused" as const, order, message: code ?? wrongId ?? wrongBundle ?? error.message };
  }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const order = readOrder(request.url);
  if (order === undefined) throw redirect("/credits");
  const loaded = await loadStep(page, order, new URL(request.url).searchParams.get("id"));
  const paymentId = loaded.step === "code" ? loaded.debit.payment_id : null;
  if (paymentId !== null) throw redirect(`/transactions/${paymentId}`);
  return loaded;
}

/** Without scripts the browser posts each step's form here. */
export async function action({ context, request }: Route.ActionArgs) {
  const { call } = pageOf(context);
  const order = readOrder(request.url);
  if (order === undefined) throw redirect("/credits");
  const values: FormValues = Object.fromEntries(
    [...(await request.formData())].map(([name, value]) => [name, String(value)]),
  );
  const id = new URL(request.url).searchParams.get("id") ?? "";
  try {
    if (values.step === "confirm") {
      const { payment } = await call(confirmDirectDebit, {
        body: { id, code: values.code ?? "", begin_at_once: isTicked(values.begin_at_once) },
      });
      return redirect(`/transactions/${payment.payment_id}`);
    }
    if (values.step === "again") {
      await call(sendNewCode, { body: { id } });
      return redirect(codePath(order, id));
    }
    const { direct_debit: debit } = await call(authoriseDirectDebit, { body: toMandateBody(values, order) });
    return redirect(codePath(order, debit.id));
  } catch (error) {
    return data({ failure: toFailure(error), values }, { status: 400 });
  }
}

/** R2.24, D7.5: one purchase by SEPA direct debit: the mandate and the account, then the code from an SMS. */
export default function DirectDebit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("direct-debit");
  return (
    <Screen title={t("title")} narrow>
      {loaderData.step === "form" ? (
        <DebitForm form={loaderData.form} order={loaderData.order} posted={actionData} />
      ) : null}
      {loaderData.step === "code" ? (
        <CodeStep
          debit={loaderData.debit}
          order={loaderData.order}
          failure={actionData?.failure}
          ticked={actionData?.values.begin_at_once !== undefined}
        />
      ) : null}
      {loaderData.step === "refused" ? (
        <Notice
          tone="warning"
          title={t("refused_title")}
          actions={<ButtonLink to={orderPagePath(loaderData.order)}>{t("other")}</ButtonLink>}
        >
          {loaderData.message}
        </Notice>
      ) : null}
    </Screen>
  );
}
