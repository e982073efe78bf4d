import { Link, redirect } from "react-router";
import { getPayments } from "#contract/payments.ts";
import { newKey } from "#web/lib/api.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/repeat-order.ts";
import { BeforeOrder, loadHurdles } from "./before-order.tsx";
import { BeginBox } from "./begin-box.tsx";
import { FictionalDisclosure } from "./fictional-disclosure.tsx";
import { loadOffer } from "./load-offer.ts";
import { useMethodName } from "./method-name.ts";
import { OrderBar, OrderFields, ToCheckout } from "./order-bar.tsx";
import { Line, OrderSummary } from "./order-summary.tsx";
import { postOrder, toOrderBody } from "./post-order.ts";
import { loadRepeat } from "./repeat.ts";
import { creditsPath, orderPath, readReturnTo } from "./return-to.ts";
import { useOrder } from "./use-order.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["credits", "payments", "transactions"],
  mood: "paying",
  bar: "order",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const [offer, { payments }, hurdles] = await Promise.all([
    loadOffer(page, request.url),
    page.load(getPayments),
    loadHurdles(page),
  ]);
  const repeat = await loadRepeat(page, offer, payments);
  const returnTo = readReturnTo(request.url);
  if (repeat === null) throw redirect(creditsPath(returnTo));
  return { ...repeat, offer, hurdles, returnTo, orderKey: newKey() };
}

/** The browser posts the order here if there are no scripts. */
export const action = ({ context, request }: Route.ActionArgs) => postOrder(pageOf(context), request);

/** Repeats the last order on one page: the bundle, the stored method, the total, and the button. */
export default function RepeatOrder({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { bundle, storedMethod, paid, offer, hurdles, returnTo, orderKey } = loaderData;
  const { typed: code, discount, debt } = offer;
  const t = useTexts("credits");
  const payments = useTexts("payments");
  const format = useFormat();
  const getMethodName = useMethodName();
  const { refund_days: days } = useSettings();
  const { order, pending, failure } = useOrder();
  if (posted?.checkout !== undefined) return <ToCheckout checkout={posted.checkout} />;
  return (
    <Screen title={t("repeat.title")} narrow>
      <CallForm failure={failure ?? posted?.failure} onSubmit={(fields) => void order(toOrderBody(fields, returnTo))}>
        <OrderFields bundle={bundle} code={code} orderKey={orderKey} />
        <input type="hidden" name="method" value={storedMethod.id} />
        <BeforeOrder {...{ offer, hurdles }} failure={failure ?? posted?.failure} />
        <OrderSummary bundle={bundle} debt={debt} discount={discount}>
          <Line
            name={payments("receipt.method")}
            value={`${getMethodName(storedMethod.method)} ${storedMethod.label}`}
          />
        </OrderSummary>
        {paid === null ? null : (
          <p className="mb-3">
            {t("repeat.discount_ended", {
              paid: format.money(paid, bundle.currency),
              total: format.money(bundle.price, bundle.currency),
            })}
          </p>
        )}
        <p className="mb-6 flex flex-wrap gap-x-6">
          <Link to={orderPath(bundle.id, returnTo, code)} className="link inline-flex min-h-11 items-center">
            {t("repeat.other_method")}
          </Link>
          <Link to={creditsPath(returnTo, code)} className="link inline-flex min-h-11 items-center">
            {t("order.back")}
          </Link>
        </p>
        <BeginBox ticked={posted?.chosen?.begin ?? false} />
        <FictionalDisclosure />
        <OrderBar bundle={bundle} pending={pending} />
        <p className="mt-4 text-muted text-sm">{t("repeat.next")}</p>
        <p className="mt-1 text-muted text-sm">{t("order.refund", { days })}</p>
      </CallForm>
    </Screen>
  );
}
