import { data, redirect } from "react-router";
import { getDirectDebit, getMandateForm } from "#contract/direct-debit.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { createAction, type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/direct-debit.ts";
import { CodeStep } from "./code-step.tsx";
import { DebitForm } from "./debit-form.tsx";
import { type Order, orderPagePath, readOrder, sendStep } from "./use-step.ts";

export const handle: ScreenHandle = { who: "members", texts: ["credits", "direct-debit"], mood: "paying", bar: "none" };

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

/** Each step's form, and the button for a new code. */
export const action = createAction(
  (call, fields, { request }: Route.ActionArgs) => {
    const order = readOrder(request.url);
    if (order === undefined) throw redirect("/credits");
    return sendStep(call, fields, order);
  },
  ({ next }) => next,
);

/** R2.24, D7.5: one purchase by SEPA direct debit: the mandate and the account, then the code from an SMS. */
export default function DirectDebit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("direct-debit");
  return (
    <Screen title={t("title")} narrow>
      {loaderData.step === "form" ? (
        <DebitForm form={loaderData.form} order={loaderData.order} posted={actionData} />
      ) : null}
      {loaderData.step === "code" ? (
        <CodeStep debit={loaderData.debit} order={loaderData.order} posted={actionData} />
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
