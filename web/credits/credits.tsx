import { Coins, Crown } from "lucide-react";
import { Link } from "react-router";
import { photoLimits } from "#contract/constants.ts";
import { getBundles } from "#contract/credits.ts";
import { useLive } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/credits.ts";
import { BundleCard } from "./bundle-card.tsx";
import { FictionalDisclosure } from "./fictional-disclosure.tsx";
import { returnToOf } from "./return-to.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [, { bundles }] = await Promise.all([page.member(), page.load(getBundles)]);
  return { bundles, returnTo: returnToOf(request.url) };
}

/** What the first purchase brings besides credits (R6.05): only what exists. */
function WithPremium() {
  const t = useTexts("credits");
  return (
    <section aria-labelledby="with-premium" className="mb-5 max-w-2xl rounded-lg bg-good-tint px-5 py-4">
      <h2 id="with-premium" className="flex items-start gap-2.5 font-semibold text-base">
        <Crown aria-hidden className="mt-0.5 size-5 shrink-0 text-secondary-ink" />
        {t("with_premium.title")}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>{t("with_premium.chats")}</li>
        <li>{t("with_premium.photos")}</li>
        <li>{t("with_premium.own", { count: photoLimits.premium })}</li>
      </ul>
    </section>
  );
}

/** What credits are for and what they cost; every price shows before a click, and nothing is preselected (D7.2). */
export default function Credits({ loaderData: { bundles, returnTo } }: Route.ComponentProps) {
  const t = useTexts("credits");
  const user = useLive()?.user;
  const { message_credits: count, refund_days: days } = useSettings();
  return (
    <Screen title={t("title")}>
      <div className="mb-5 max-w-2xl">
        {user === undefined ? null : <p className="font-semibold text-lg">{t("balance", { count: user.credits })}</p>}
        <p>{t("what_for", { count })}</p>
      </div>
      {user?.paid_user === false ? <WithPremium /> : null}
      <FictionalDisclosure />
      {bundles.length === 0 ? (
        <EmptyState icon={<Coins className="size-8" />} title={t("none.title")} text={t("none.text")}>
          <ButtonLink to={returnTo ?? "/members"}>{t("none.back")}</ButtonLink>
        </EmptyState>
      ) : (
        <ul aria-label={t("bundles")} className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          {bundles.map((bundle) => (
            <BundleCard key={bundle.id} bundle={bundle} returnTo={returnTo} />
          ))}
        </ul>
      )}
      <section className="mt-8 max-w-2xl">
        <h2 className="mb-2 text-xl">{t("good_to_know")}</h2>
        <ul className="list-disc space-y-1.5 ps-5">
          <li>{t("no_subscription")}</li>
          <li>{t("refund", { days })}</li>
          <li>
            <Link to="/transactions" className="link">
              {t("payments")}
            </Link>
          </li>
        </ul>
      </section>
    </Screen>
  );
}
