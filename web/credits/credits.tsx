import { Coins, Crown, RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { freeConversations, photoLimits } from "#contract/constants.ts";
import { getPayments } from "#contract/payments.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/credits.ts";
import { alsoPriced } from "./also-priced.ts";
import { BeforeOrder, loadHurdles } from "./before-order.tsx";
import { BundleCard } from "./bundle-card.tsx";
import { DiscountNote } from "./discount-note.tsx";
import { FictionalDisclosure } from "./fictional-disclosure.tsx";
import { loadOffer } from "./load-offer.ts";
import { ShownPhotos } from "./premium/shown-photos.tsx";
import { Price } from "./price.tsx";
import { loadRepeat } from "./repeat.ts";
import { giftQuery, premiumPath, readGift, readReturnTo, repeatPath } from "./return-to.ts";
import { listWaitingPayments } from "./waiting.ts";
import { WaitingPayments } from "./waiting-payments.tsx";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["credits", "premium", "transactions"],
  daily: "prices",
  mood: "paying",
  back: true,
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [offer, { payments }, hurdles] = await Promise.all([
    loadOffer(page, request.url),
    page.load(getPayments),
    loadHurdles(page),
  ]);
  const repeat = user.paid_user ? await loadRepeat(page, offer, payments) : null;
  const returnTo = readReturnTo(request.url);
  const code = new URL(request.url).searchParams.get("code") ?? "";
  return {
    offer,
    hurdles,
    repeat: repeat?.bundle ?? null,
    waiting: listWaitingPayments(payments),
    code,
    returnTo,
    gift: readGift(request.url, returnTo),
  };
}

/** Every price is visible before a click, and nothing is preselected. */
export default function Credits({
  loaderData: { offer, hurdles, repeat, waiting, code, returnTo, gift },
}: Route.ComponentProps) {
  const t = useTexts("credits");
  const user = useMember();
  const { name: site } = useSettings();
  const repeatId = useId();
  const { bundles } = offer;
  return (
    <Screen title={t("title")}>
      {user === null ? null : (
        <p className="-mt-3 mb-4 font-semibold text-lg">{t("balance", { count: user.credits })}</p>
      )}
      {gift === null || returnTo === undefined ? null : <ForGift credits={gift} to={returnTo} />}
      <WaitingPayments payments={waiting} discount={offer.discount} />
      {repeat === null ? null : (
        <p className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-1">
          <ButtonLink to={repeatPath(returnTo, offer.typed)} aria-describedby={repeatId}>
            <RotateCcw aria-hidden className="size-5 shrink-0" />
            {t("repeat.link")}
          </ButtonLink>
          <span id={repeatId}>
            {t("credits", { count: repeat.credits })} <Price bundle={repeat} className="text-lg" />
          </span>
        </p>
      )}
      <BeforeOrder {...{ offer, hurdles }} />
      <DiscountNote discount={offer.discount} />
      {bundles.length === 0 ? (
        <EmptyState
          icon={<Coins className="size-8" />}
          title={t("none.title")}
          text={offer.sells ? t("none.text") : t("none.closed", { site })}
        >
          <ButtonLink to={returnTo ?? "/members"}>{t("none.back")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <ul aria-label={t("bundles")} className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
            {bundles.map((bundle) => (
              <BundleCard key={bundle.id} bundle={bundle} debt={offer.debt} returnTo={returnTo} code={offer.typed} />
            ))}
          </ul>
          <div className="mt-4">
            <FictionalDisclosure />
          </div>
          <CodeForm {...{ code, returnTo, gift }} applied={offer.typed !== undefined} error={offer.codeError} />
        </>
      )}
      {user?.paid_user === false && bundles.length > 0 ? <WithPremium returnTo={returnTo} /> : null}
      <GoodToKnow />
    </Screen>
  );
}

/** How many credits a gift still needs, and the way back to it. */
function ForGift({ credits, to }: { credits: number; to: string }) {
  const t = useTexts("credits");
  const missing = credits - (useMember()?.credits ?? 0);
  return (
    <p className="-mt-2 mb-3 flex flex-wrap items-center gap-x-3">
      {missing > 0 ? t("gift.needs", { count: missing }) : null}
      <TextLink to={to}>{t("gift.back")}</TextLink>
    </p>
  );
}

function GoodToKnow() {
  const t = useTexts("credits");
  const format = useFormat();
  const settings = useSettings();
  const { refund_days: days, message_credits: count } = settings;
  const also = alsoPriced(settings).map((thing) => t(`also_things.${thing}`));
  return (
    <section className="mt-8 max-w-2xl">
      <h2 className="mb-2 text-xl">{t("good_to_know")}</h2>
      <ul className="list-disc space-y-1.5 ps-5">
        <li>{t("what_for", { count })}</li>
        {also.length === 0 ? null : <li>{t("also", { things: format.list(also) })}</li>}
        <li>{t("no_subscription")}</li>
        <li>{t("refund", { days })}</li>
        <li>
          <TextLink to="/transactions">{t("payments")}</TextLink>
        </li>
      </ul>
    </section>
  );
}

/** The benefits of Premium that come with the first purchase. Lists only benefits that exist. */
function WithPremium({ returnTo }: { returnTo: string | undefined }) {
  const t = useTexts("credits");
  return (
    <section aria-labelledby="with-premium" className="mt-6 max-w-2xl rounded-lg bg-good-tint px-5 py-4">
      <h2 id="with-premium" className="flex items-start gap-2.5 font-semibold text-base">
        <Crown aria-hidden className="mt-0.5 size-5 shrink-0 text-secondary-ink" />
        {t("with_premium.title")}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>{t("with_premium.chats", { conversations: freeConversations })}</li>
        <li>{t("with_premium.photos")}</li>
        <li>{t("with_premium.own", { count: photoLimits.premium })}</li>
      </ul>
      <ShownPhotos className="mt-2 text-sm" />
      <p className="mt-2 text-muted text-sm">{t("with_premium.ends")}</p>
      <Link to={premiumPath(returnTo)} className="link inline-flex min-h-11 items-center">
        {t("with_premium.compare")}
      </Link>
    </section>
  );
}

type Props = {
  code: string;
  applied: boolean;
  error: string | undefined;
  returnTo: string | undefined;
  gift: number | null;
};

function CodeForm({ code, applied, error, returnTo, gift }: Props) {
  const t = useTexts("credits");
  const { state } = useNavigation();
  const [edited, setEdited] = useState(false);
  // another wrong code with the same error takes the focus too
  const field = useFocus<HTMLInputElement>(error === undefined ? null : `${code} ${error}`);
  return (
    <details open={code !== ""} className="mt-6 max-w-md">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t("code.question")}</summary>
      <Form method="get" preventScrollReset className="mt-2" onSubmit={() => setEdited(false)}>
        {returnTo === undefined ? null : <input type="hidden" name="return_to" value={returnTo} />}
        {gift === null ? null : <input type="hidden" name={giftQuery} value={gift} />}
        <TextField
          key={code}
          ref={field}
          name="code"
          label={t("code.label")}
          defaultValue={code}
          error={edited ? undefined : error}
          onChange={() => setEdited(true)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" look="outline" pending={state === "loading"}>
          {t("code.apply")}
        </Button>
        <p role="status" className="mt-2 font-medium text-secondary-ink empty:hidden">
          {applied && !edited ? t("code.applied") : null}
        </p>
      </Form>
    </details>
  );
}
