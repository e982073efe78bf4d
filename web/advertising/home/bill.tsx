import type { ReactNode } from "react";
import { Link } from "react-router";
import { freeConversations, photoLimits, swipeLikesPerDay } from "#contract/constants.ts";
import { welcomePercentage, welcomeWindowSeconds } from "#contract/discounts.ts";
import { textPages } from "#contract/public-pages.ts";
import { alsoPriced } from "#web/credits/also-priced.ts";
import { useFormatPriceRange } from "#web/credits/price-words.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { visitorCountry } from "#web/sites/places/countries.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import type { ForVisitor } from "./load-for-visitor.ts";

function Line({ what, cost, more, last = false }: { what: string; cost: string; more?: ReactNode; last?: boolean }) {
  return (
    <div className={last ? "bill-line bill-last" : "bill-line"}>
      <dt>{what}</dt>
      <dd className="bill-cost">{cost}</dd>
      {more === undefined ? null : <dd className="bill-more">{more}</dd>}
    </div>
  );
}

/** The prices are those of the site's real bundles, taxes included. */
function useMoney() {
  const t = useTexts("home");
  const format = useFormat();
  const words = useFormatPriceRange();
  const settings = useSettings();
  const country = visitorCountry(settings, useLanguage());
  const costs = settings.minimum_message_costs[country];
  if (costs === undefined) return null;
  return { currency: costs.currency, text: t("bill.money", { money: words(costs), country: format.country(country) }) };
}

/** What free members can do, and what the first purchase changes about it. */
function Limits() {
  const t = useTexts("home");
  const { free_photos } = useSettings();
  const upTo = (max: number) => t("bill.up_to", { max });
  return (
    <>
      <h4 className="bill-part">{t("bill.limits")}</h4>
      <dl>
        <Line what={t("bill.chats")} cost={upTo(freeConversations)} />
        <Line what={t("bill.photos_seen")} cost={upTo(free_photos)} />
        <Line what={t("bill.photos_own")} cost={upTo(photoLimits.free)} />
      </dl>
      <p className="mt-3 text-muted text-sm">{t("bill.after", { photos: photoLimits.premium })}</p>
    </>
  );
}

/** The whole price list as a bill whose total today is nothing, seen before the first question. */
export function Bill({ gifts }: Pick<ForVisitor, "gifts">) {
  const t = useTexts("home");
  const format = useFormat();
  const settings = useSettings();
  const { name, message_credits, photo_credits, voice_credits, voice_messages, signup_credits } = settings;
  const { refund_days: days, answer_days } = settings;
  const money = useMoney();
  const credits = (count: number) => (count === 0 ? t("bill.free") : t("bill.credits", { count }));
  const range = (from: number, to: number) =>
    from === to ? credits(to) : t("bill.gift_price", { from, to: credits(to) });
  return (
    <section className="container bill-section">
      <div>
        <h2 className="text-3xl md:text-4xl">{t("bill.heading")}</h2>
        <p className="mt-4 max-w-prose text-lg text-muted">{t("bill.intro")}</p>
        {answer_days === 0 ? null : (
          <p className="mt-4 max-w-prose text-muted">
            {t("bill.promise", { count: answer_days })}{" "}
            <Link to={textPages.fair} className="link">
              {t("bill.fair")}
            </Link>
            {" · "}
            <Link to={textPages.terms} className="link">
              {t("bill.conditions")}
            </Link>
          </p>
        )}
        <p className="mt-4 max-w-prose text-muted">{t("bill.refund", { days })}</p>
        <ButtonLink to="/pricing" look="outline" className="mt-6">
          {t("bill.all")}
        </ButtonLink>
      </div>
      <div className="bill-paper">
        <h3>
          <span>{name}</span>
          {t("bill.title")}
        </h3>
        <dl>
          <Line what={t("bill.join")} cost={t("bill.free")} />
          <Line what={t("bill.look")} cost={t("bill.free")} />
          <Line what={t("bill.swipes")} cost={String(swipeLikesPerDay)} />
          <Line what={t("bill.read")} cost={t("bill.free")} />
          <Line what={t("bill.subscription")} cost={t("bill.none")} />
          <Line
            what={t("bill.message")}
            cost={credits(message_credits)}
            {...(money === null || message_credits === 0 ? {} : { more: money.text })}
          />
          <Line what={t("bill.photo")} cost={credits(photo_credits)} />
          {voice_messages ? <Line what={t("bill.voice")} cost={credits(voice_credits)} /> : null}
          {alsoPriced(settings).includes("call") ? (
            <Line what={t("bill.call")} cost={credits(settings.call_minute_credits)} />
          ) : null}
          {gifts === null ? null : <Line what={t("bill.gift")} cost={range(gifts.least, gifts.most)} />}
          {signup_credits > 0 ? <Line what={t("bill.welcome")} cost={`+ ${credits(signup_credits)}`} /> : null}
          <Line
            what={t("bill.discount")}
            cost={`− ${format.percent(welcomePercentage / 100)}`}
            more={t("bill.discount_for", { count: welcomeWindowSeconds / 3_600 })}
          />
        </dl>
        <Limits />
        <dl>
          <Line last what={t("bill.today")} cost={money === null ? t("bill.free") : format.money(0, money.currency)} />
        </dl>
      </div>
    </section>
  );
}
