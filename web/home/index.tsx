import {
  BadgeCheck,
  Gift,
  HandCoins,
  HeartHandshake,
  type LucideIcon,
  MessageCircle,
  Search,
  UserRoundPlus,
} from "lucide-react";
import type { ReactNode } from "react";
import { defaultLanguage } from "#contract/constants.ts";
import { useLikelyPrice } from "#web/credits/price-words.ts";
import { useLive } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { WithFictionalSign } from "#web/member-parts/fictional-label.tsx";
import { useSignupLink } from "#web/signup-link/use-signup-link.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/index.ts";
import { Faces } from "./faces.tsx";
import { findFaces } from "./find-faces.ts";
import { Picture } from "./picture.tsx";

function EntryButtons({ large = false }: { large?: boolean }) {
  const t = useTexts("home");
  const { logged_out_search } = useSettings();
  const signup = useSignupLink();
  const size = large ? "large" : "normal";
  if (useLive() !== null) {
    return (
      <ButtonLink to="/members" size={size}>
        {t("to_members")}
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink to={signup()} size={size}>
        {t("sign_up")}
      </ButtonLink>
      {logged_out_search === "none" ? null : (
        <ButtonLink to="/members" look="outline" size={size}>
          {t("look_around")}
        </ButtonLink>
      )}
    </>
  );
}

function Step({ icon: Icon, title, text, step }: { icon: LucideIcon; title: string; text: string; step: number }) {
  return (
    <li className="col-span-12 md:col-span-4">
      <span className="flex items-center gap-3">
        <span className="flex size-12 items-center justify-center rounded-full bg-primary text-on-primary">
          <Icon aria-hidden className="size-6" />
        </span>
        <span aria-hidden className="font-extrabold text-4xl text-primary-ink opacity-25">
          {step}
        </span>
      </span>
      <h3 className="mt-3 text-xl">{title}</h3>
      <p className="mt-1.5 text-muted">{text}</p>
    </li>
  );
}

function Assurance({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: ReactNode }) {
  return (
    <li className="surface-card col-span-12 flex gap-4 p-5 md:col-span-6 md:p-6">
      <Icon aria-hidden className="mt-0.5 size-7 shrink-0 text-secondary-ink" />
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-muted">{text}</p>
      </div>
    </li>
  );
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return { faces: await findFaces(pageOf(context), request) };
}

/** The home page: some members, what the site is, what it costs, and the signup. Every claim on it is true. */
export default function Home({ loaderData: { faces } }: Route.ComponentProps) {
  const t = useTexts("home");
  const settings = useSettings();
  const money = useLikelyPrice();
  // The site's own texts are in the language of its domain; the other languages use ours.
  const own = useLanguage() === (settings.domain_language || defaultLanguage) && settings.index_title !== "";
  const credits = t("promises.credits", { count: settings.message_credits });

  return (
    <>
      <PageTitle whole title={own ? settings.index_title : `${settings.name} · ${t("title")}`} />
      <meta name="description" content={own ? settings.description : t("description")} />

      <section className="hero container">
        <div className="md:col-span-7">
          <h1 className="text-4xl sm:text-5xl lg:text-6xl">{t("heading")}</h1>
          <p className="mt-4 max-w-xl text-lg text-muted md:mt-5">{t("intro")}</p>
          <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col md:mt-8">
            <EntryButtons large />
          </div>
          <p className="mt-4 text-muted text-sm max-sm:text-center">{t("adults", { age: settings.min_age })}</p>
        </div>
        {faces.length > 0 ? <Faces images={faces} /> : <Picture title={t("picture")} className="hero-picture" />}
      </section>

      <section className="home-band">
        <div className="container">
          <h2 className="text-3xl">{t("how.heading")}</h2>
          <ol className="mt-7 grid grid-cols-12 gap-6">
            <Step step={1} icon={UserRoundPlus} title={t("how.join")} text={t("how.join_text")} />
            <Step step={2} icon={Search} title={t("how.find")} text={t("how.find_text")} />
            <Step step={3} icon={MessageCircle} title={t("how.talk")} text={t("how.talk_text")} />
          </ol>
        </div>
      </section>

      <section className="container py-12 md:py-16">
        <h2 className="text-3xl">{t("promises.heading")}</h2>
        <ul className="mt-7 grid grid-cols-12 gap-4 md:gap-6">
          <Assurance
            icon={BadgeCheck}
            title={t("promises.labelled")}
            text={
              <WithFictionalSign
                text={t("promises.labelled_text", {
                  fictional: settings.fictional_plural,
                  icon: settings.fictional_icon,
                })}
              />
            }
          />
          <Assurance
            icon={HandCoins}
            title={t("promises.prices")}
            text={
              money === null ? t("promises.prices_text", { credits }) : t("promises.prices_money", { credits, money })
            }
          />
          <Assurance icon={HeartHandshake} title={t("promises.real")} text={t("promises.real_text")} />
          {settings.signup_credits > 0 ? (
            <Assurance
              icon={Gift}
              title={t("promises.welcome")}
              text={t("promises.welcome_text", { count: settings.signup_credits })}
            />
          ) : null}
        </ul>
        <div className="mt-12 flex flex-col items-center gap-5 text-center">
          <h2 className="text-2xl">{t("ready")}</h2>
          <div className="flex flex-wrap justify-center gap-3">
            <EntryButtons />
          </div>
        </div>
      </section>
    </>
  );
}
