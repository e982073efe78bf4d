import { BadgeCheck, DoorOpen, HeartHandshake, type LucideIcon, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { supportPhone } from "#contract/company-address.ts";
import { defaultLanguage } from "#contract/constants.ts";
import { canonicalOrigin } from "#contract/public-pages.ts";
import { iconPath } from "#contract/web-app.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useRootData, useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { WithFictionalSign } from "#web/member-parts/fictional-label.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Sign } from "#web/ui/sign.tsx";
import { StructuredData } from "#web/ui/structured-data.tsx";
import { Bill } from "./bill.tsx";
import { Hero } from "./hero.tsx";
import type { ForVisitor } from "./load-for-visitor.ts";
import { ProfileNumbers } from "./profile-numbers.tsx";

/** The sign in three stages: one circle; a second one at a distance; both together, with a speech bubble. */
const drawings = [
  <circle key="you" cx="36" cy="40" r="26" className="fill-primary" />,
  <g key="both">
    <circle cx="36" cy="40" r="26" className="fill-primary" />
    <circle cx="100" cy="40" r="26" className="step-found" />
    <circle cx="88" cy="40" r="26" className="fill-secondary" fillOpacity=".22" />
  </g>,
  <g key="talk">
    <path d="M36 14a26 26 0 1 1-13 48.500l-13 3.500 4-12.500A26 26 0 0 1 36 14z" className="fill-primary" />
    <path
      d="M62 14a26 26 0 1 0 13 48.500l13 3.500-4-12.500A26 26 0 0 0 62 14z"
      className="fill-secondary"
      fillOpacity=".75"
    />
  </g>,
];

function Steps() {
  const t = useTexts("home");
  const steps = [
    { title: t("how.join"), text: t("how.join_text") },
    { title: t("how.find"), text: t("how.find_text") },
    { title: t("how.talk"), text: t("how.talk_text") },
  ];
  return (
    <section className="home-band">
      <div className="container">
        <h2 className="text-3xl md:text-4xl">{t("how.heading")}</h2>
        <ol className="steps">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <svg viewBox="8 0 124 80" preserveAspectRatio="xMinYMid" aria-hidden="true" className="step-drawing">
                {drawings[index]}
              </svg>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The tab's title does not reveal the page on a niche's site (ux: Manners). */
function Head({ niche }: Pick<ForVisitor, "niche">) {
  const t = useTexts("home");
  const settings = useSettings();
  // The site's own texts are in the language of its domain; the other languages use ours.
  const own = useLanguage() === (settings.domain_language || defaultLanguage) && settings.index_title !== "";
  const title = own ? settings.index_title : `${settings.name} · ${t("title")}`;
  return (
    <>
      <PageTitle whole title={niche === null ? title : settings.name} />
      <meta name="description" content={own ? settings.description : (niche?.intro ?? t("description"))} />
    </>
  );
}

function Assurance({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: ReactNode }) {
  return (
    <li className="col-span-12 flex gap-4 md:col-span-6">
      <span className="home-promise">
        <Icon aria-hidden className="size-6" />
      </span>
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-muted">{text}</p>
      </div>
    </li>
  );
}

function Promises() {
  const t = useTexts("home");
  const { fictional_plural: fictional, fictional_icon: icon, has_fictional: hasSome } = useSettings();
  const labelled = <WithFictionalSign text={t("promises.labelled_text", { fictional, icon })} />;
  return (
    <section className="container py-14 md:py-20">
      <h2 className="text-3xl md:text-4xl">{t("promises.heading")}</h2>
      <ul className="mt-8 grid grid-cols-12 gap-x-6 gap-y-8">
        <Assurance
          icon={BadgeCheck}
          title={t(hasSome ? "promises.labelled" : "promises.none")}
          text={hasSome ? labelled : t("promises.none_text")}
        />
        <Assurance icon={HeartHandshake} title={t("promises.real")} text={t("promises.real_text")} />
        <Assurance icon={ShieldCheck} title={t("promises.safe")} text={t("promises.safe_text")} />
        <Assurance icon={DoorOpen} title={t("promises.leave")} text={t("promises.leave_text")} />
      </ul>
    </section>
  );
}

function Ready() {
  const t = useTexts("home");
  const signup = useSignupLink();
  return (
    <section className="home-ready">
      <div className="container flex flex-col items-center gap-6 text-center">
        <Sign className="size-20" />
        <h2 className="text-3xl md:text-4xl">{t("ready")}</h2>
        <ButtonLink to={signup()} size="large">
          {t("sign_up")}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The home page of a visitor. Every claim on it is true. */
export function VisitorHome(loaded: ForVisitor) {
  const { faces, numbers, country, regions, interests, gifts, niche, open } = loaded;
  return (
    <>
      <Head niche={niche} />
      <SiteFacts />
      <Hero faces={faces} niche={niche} open={open} />
      <ProfileNumbers numbers={numbers} country={country} regions={regions} interests={interests} />
      <Bill gifts={gifts} />
      <Steps />
      <Promises />
      <Ready />
    </>
  );
}

/** The footer's facts about the site and its company, as structured data for search engines. */
function SiteFacts() {
  const root = useRootData();
  const language = useLanguage();
  if (root === undefined) return null;
  const { settings, company } = root;
  const origin = canonicalOrigin(root.origin, settings.domain);
  const { address1, address2, address3, city, country } = company;
  const publisher = {
    "@type": "Organization",
    name: company.name,
    url: `${origin}/`,
    logo: origin + iconPath(settings, "any", 512),
    email: settings.support_email,
    telephone: supportPhone(settings, company) || undefined,
    vatID: company.vat_numbers[0],
    address: {
      "@type": "PostalAddress",
      streetAddress: [address1, address2, address3].filter(Boolean).join(", "),
      addressLocality: city,
      addressCountry: country,
    },
  };
  const thing = { "@type": "WebSite", name: settings.name, url: `${origin}/`, inLanguage: language, publisher };
  return <StructuredData thing={thing} />;
}
