import { Check, Minus } from "lucide-react";
import { BeforeOrder, loadHurdles } from "#web/credits/before-order.tsx";
import { DiscountNote } from "#web/credits/discount-note.tsx";
import { loadOffer } from "#web/credits/load-offer.ts";
import { PriceBefore } from "#web/credits/price.tsx";
import { creditsPath, readReturnTo } from "#web/credits/return-to.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/premium.ts";
import { type Amount, benefits, getAmounts } from "./benefits.ts";
import { ShownPhotos } from "./shown-photos.tsx";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["credits", "premium", "transactions"],
  daily: "prices",
  mood: "paying",
  membersArea: true,
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [, offer, hurdles] = await Promise.all([page.member(), loadOffer(page, request.url), loadHurdles(page)]);
  const cheapest = offer.bundles.toSorted((a, b) => a.price - b.price)[0];
  return { returnTo: readReturnTo(request.url), cheapest, offer, hurdles };
}

/** Compares Premium with what is free. */
export default function Premium({ loaderData: { returnTo, cheapest, offer, hurdles } }: Route.ComponentProps) {
  const t = useTexts("premium");
  const credits = useTexts("credits");
  const shell = useTexts("shell");
  const format = useFormat();
  const { claims_higher_chance: claims, higher_chance_proof: proof, refund_days: days } = useSettings();
  const paid = useMember()?.paid_user ?? false;
  return (
    <Screen title={t("title")} narrow>
      <p className="text-lg">{t(paid ? "is_premium" : "how")}</p>
      {cheapest === undefined || paid ? null : (
        <>
          <p className="mt-2 mb-3 font-semibold text-lg">
            {shell("price.smallest", {
              count: cheapest.credits,
              price: format.money(cheapest.price, cheapest.currency),
            })}
            <PriceBefore bundle={cheapest} />
          </p>
          <DiscountNote discount={offer.discount} />
        </>
      )}
      {claims && proof !== "" ? (
        <p className="mt-3">
          <strong className="font-semibold">{t("claim")}</strong>
          <span className="block break-words text-muted text-sm">{proof}</span>
        </p>
      ) : null}
      <Comparison />
      <ShownPhotos className="mt-3" />
      <div className="mt-6">
        <BeforeOrder {...{ offer, hurdles }} />
        <ButtonLink to={creditsPath(returnTo)} size="large" className="w-full">
          {t(paid ? "buy_more" : "buy")}
        </ButtonLink>
      </div>
      <p className="mt-4 text-muted text-sm">{credits("no_subscription")}</p>
      <p className="mt-1 text-muted text-sm">{credits("with_premium.ends")}</p>
      <p className="mt-1 text-muted text-sm">{credits("refund", { days })}</p>
    </Screen>
  );
}

function Comparison() {
  const t = useTexts("premium");
  const settings = useSettings();
  return (
    <div className="@container">
      <table className="benefits">
        <caption className="sr-only">{t("table")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("free")}</th>
            <th scope="col">{t("title")}</th>
          </tr>
        </thead>
        <tbody>
          {benefits.map((benefit) => {
            const [free, premium] = getAmounts(benefit, settings);
            return (
              <tr key={benefit}>
                <th scope="row">{t(`benefits.${benefit}`)}</th>
                <td>
                  <AmountText amount={free} />
                </td>
                <td>
                  <AmountText amount={premium} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function AmountText({ amount }: { amount: Amount }) {
  const t = useTexts("premium");
  if (typeof amount === "number") return t("up_to", { max: amount });
  if (typeof amount === "string") return t(amount);
  const Icon = amount ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className="mx-auto size-5" />
      <span className="sr-only">{t(amount ? "yes" : "no")}</span>
    </>
  );
}
