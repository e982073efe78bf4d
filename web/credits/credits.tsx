import { Coins, RotateCcw } from "lucide-react";
import { Link } from "react-router";
import { getPayments } from "#contract/payments.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/credits.ts";
import { BundleCard } from "./bundle-card.tsx";
import { CodeForm } from "./code-form.tsx";
import { DiscountNote } from "./discount-note.tsx";
import { FictionalDisclosure } from "./fictional-disclosure.tsx";
import { loadOffer } from "./load-offer.ts";
import { loadRepeat } from "./repeat.ts";
import { readReturnTo, repeatPath } from "./return-to.ts";
import { listWaitingPayments } from "./waiting.ts";
import { WaitingPayments } from "./waiting-payments.tsx";
import { WithPremium } from "./with-premium.tsx";

export const handle: ScreenHandle = { who: "members", texts: ["credits"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [offer, { payments }] = await Promise.all([loadOffer(page, request.url), page.load(getPayments)]);
  const repeat = user.paid_user ? await loadRepeat(page, offer, payments) : null;
  const code = new URL(request.url).searchParams.get("code") ?? "";
  return {
    offer,
    repeats: repeat !== null,
    waiting: listWaitingPayments(payments),
    code,
    returnTo: readReturnTo(request.url),
  };
}

/**
 * The page that explains credits and sells bundles. Every price is visible before a click, and nothing is preselected
 * (D7.2).
 */
export default function Credits({ loaderData: { offer, repeats, waiting, code, returnTo } }: Route.ComponentProps) {
  const t = useTexts("credits");
  const user = useMember();
  const { bundles } = offer;
  return (
    <Screen title={t("title")}>
      {user === null ? null : (
        <p className="-mt-3 mb-4 font-semibold text-lg">{t("balance", { count: user.credits })}</p>
      )}
      <WaitingPayments payments={waiting} />
      {repeats ? (
        <p className="mb-5">
          <ButtonLink to={repeatPath(returnTo)}>
            <RotateCcw aria-hidden className="size-5 shrink-0" />
            {t("repeat.link")}
          </ButtonLink>
        </p>
      ) : null}
      <DiscountNote discount={offer.discount} />
      {bundles.length === 0 ? (
        <EmptyState icon={<Coins className="size-8" />} title={t("none.title")} text={t("none.text")}>
          <ButtonLink to={returnTo ?? "/members"}>{t("none.back")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <ul aria-label={t("bundles")} className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
            {bundles.map((bundle) => (
              <BundleCard key={bundle.id} bundle={bundle} returnTo={returnTo} code={offer.typed} />
            ))}
          </ul>
          <div className="mt-4">
            <FictionalDisclosure />
          </div>
          <CodeForm code={code} error={offer.codeError} returnTo={returnTo} />
        </>
      )}
      {user?.paid_user === false ? <WithPremium returnTo={returnTo} /> : null}
      <GoodToKnow />
    </Screen>
  );
}

function GoodToKnow() {
  const t = useTexts("credits");
  const { refund_days: days, message_credits: count } = useSettings();
  return (
    <section className="mt-8 max-w-2xl">
      <h2 className="mb-2 text-xl">{t("good_to_know")}</h2>
      <ul className="list-disc space-y-1.5 ps-5">
        <li>{t("what_for", { count })}</li>
        <li>{t("no_subscription")}</li>
        <li>{t("refund", { days })}</li>
        <li>
          <Link to="/transactions" className="link">
            {t("payments")}
          </Link>
        </li>
      </ul>
    </section>
  );
}
