import { useEffect, useState } from "react";
import { Link } from "react-router";
import { getBundles } from "#contract/credits.ts";
import { getPayments, startPayment } from "#contract/payments.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/order.ts";
import { MethodCards } from "./method-cards.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { creditsPath, returnToOf } from "./return-to.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const [{ bundles, methods }, { payments }] = await Promise.all([page.load(getBundles), page.load(getPayments)]);
  const offered = (method: string | null | undefined) => (method && methods.includes(method) ? method : undefined);
  const lastUsed = offered(payments.find(({ status }) => status === "completed")?.method);
  return {
    bundle: bundles.find(({ id }) => id === params.id),
    methods,
    lastUsed,
    chosen: offered(params.paymentmethod) ?? lastUsed,
    returnTo: returnToOf(request.url),
  };
}

/** The order: what it is, how to pay, the total, and a button that says what it does (D7.7). */
export default function Order({ loaderData }: Route.ComponentProps) {
  const { bundle, methods, lastUsed, chosen, returnTo } = loaderData;
  const t = useTexts("credits");
  const format = useFormat();
  const { refund_days: days } = useSettings();
  const { run, pending, failure } = useCall(startPayment);
  const [missing, setMissing] = useState(0);
  const [leaving, setLeaving] = useLeaving();

  if (bundle === undefined) {
    return (
      <Screen title={t("order.title")} narrow>
        <EmptyState title={t("order.gone_title")} text={t("order.gone_text")}>
          <ButtonLink to={creditsPath(returnTo)}>{t("order.gone_action")}</ButtonLink>
        </EmptyState>
      </Screen>
    );
  }

  const fields = missing > 0 ? { method: t("order.method_missing") } : undefined;
  const order = async (method: string | undefined) => {
    if (method === undefined) return setMissing(missing + 1);
    setMissing(0);
    const answer = await run({ body: { bundle_id: bundle.id, amount: bundle.price, method, return_to: returnTo } });
    if (answer === null) return;
    setLeaving(true);
    window.location.assign(answer.checkout_url);
  };

  return (
    <Screen title={t("order.title")} narrow>
      <CallForm failure={failure} onSubmit={({ method }) => order(method)}>
        <OrderSummary bundle={bundle} />
        <p className="mb-6">
          <Link to={creditsPath(returnTo)} className="link">
            {t("order.back")}
          </Link>
        </p>
        <MethodCards methods={methods} lastUsed={lastUsed} chosen={chosen} error={fields?.method} tries={missing} />
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-4 pb-3">
          <span className="font-semibold">{t("order.total")}</span>
          <strong className="text-2xl">{format.money(bundle.price, bundle.currency)}</strong>
        </p>
        <Button type="submit" size="large" wide pending={pending || leaving}>
          {t("order.button")}
        </Button>
        <p className="mt-4 text-muted text-sm">{t("order.next")}</p>
        <p className="mt-1 text-muted text-sm">{t("order.refund", { days })}</p>
      </CallForm>
    </Screen>
  );
}

/** True while the browser goes to the checkout; false again if the buyer comes back by the Back button. */
function useLeaving() {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);
  return [leaving, setLeaving] as const;
}
