import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { companyAddress, supportPhone } from "#contract/company-address.ts";
import { textPages } from "#contract/public-pages.ts";
import type { CompanyInfo, Settings } from "#contract/sites.ts";
import { type RootData, useRootData, useSettings } from "#web/lib/root-data.ts";
import { rich, useFormat, useTexts } from "#web/lib/texts.tsx";
import { WithFictionalSign } from "#web/member-parts/fictional-label.tsx";
import { Dot } from "#web/ui/dot.tsx";
import { AppearanceSwitch } from "./appearance-switch.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";

/** The footer of the site's pages (R2.04, R2.12). */
export function SiteFooter() {
  const root = useRootData();
  if (root === undefined) return null;
  return (
    <footer className="mt-16 border-line border-t bg-card">
      {root.user === null ? (
        <div className="container py-8">
          <div className="flex flex-wrap items-start justify-between gap-4">
            <LanguageSwitcher />
            <AppearanceSwitch />
          </div>
          <Particulars disclaimer={<Disclaimer className="text-sm" />} />
        </div>
      ) : (
        <MemberFooter />
      )}
    </footer>
  );
}

/** One line; "Legal" opens the rest. The law wants the withdrawal prominent (Directive 2011/83/EU, article 11a). */
function MemberFooter() {
  const t = useTexts("shell");
  return (
    <div className="container py-3">
      <div className="member-footer">
        <Link to={textPages.faq} className="footer-link">
          {t("footer.help")}
        </Link>
        <Link to="/withdrawal" className="footer-link">
          {t("footer.withdraw")}
        </Link>
        <LanguageSwitcher />
        <details className="footer-more">
          <summary className="footer-link">
            {t("footer.legal")}
            <ChevronDown aria-hidden className="footer-more-sign" />
          </summary>
          <Particulars />
        </details>
      </div>
      <Disclaimer className="mt-1 text-xs" />
    </div>
  );
}

function Company({ company, settings }: { company: CompanyInfo; settings: Settings }) {
  const t = useTexts("shell");
  const format = useFormat();
  const { support_email: email } = settings;
  const phone = supportPhone(settings, company);
  const otherNames = company.tradenames.filter((name) => name !== company.name);
  return (
    <address className="text-muted text-sm not-italic leading-relaxed">
      <strong className="font-semibold text-ink">{company.name}</strong>
      <br />
      {companyAddress(company, format)}
      <br />
      {t("footer.kvk", { number: company.kvk })}
      {company.vat_numbers.map((number) => ` · ${t("footer.vat", { number })}`)}
      {otherNames.length > 0 ? (
        <>
          <br />
          {t("footer.tradenames", { names: format.list(otherNames) })}
        </>
      ) : null}
      <br />
      {phone === "" ? null : (
        <>
          {t("footer.phone")}{" "}
          <a className="link inline-block py-3" href={`tel:${phone}`}>
            {phone}
          </a>
          <Dot />
        </>
      )}
      {email === "" ? null : (
        <span className="inline-block max-w-full">
          {t("footer.email")}{" "}
          <a className="link inline-block max-w-full py-3 wrap-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        </span>
      )}
    </address>
  );
}

const { imprint, accessibility, transparency, fair, ...others } = textPages;
const pages = {
  ...others,
  report: "/report",
  withdraw: "/withdrawal",
  imprint,
  accessibility,
  transparency,
  fair,
  status: "/status",
} as const;

/** Links to the rules, the prices and the help, from everywhere. */
function PageLinks() {
  const t = useTexts("shell");
  return (
    <nav aria-label={t("footer.pages")} className="mt-4">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(7rem,34%),1fr))] gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
        {Object.entries(pages).map(([name, path]) => (
          <li key={name}>
            {/* the server renders the status page without React, so the router can't navigate to it */}
            <Link to={path} className="footer-link" reloadDocument={name === "status"}>
              {t(`footer.${name as keyof typeof pages}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The authors of works shown here whose licence requires attribution; see `docs/credits.md`. */
function Attributions({ demo }: { demo: boolean }) {
  const t = useTexts("shell");
  const licence = "CC BY 4.0";
  return (
    <p className="mt-3 text-muted text-xs leading-relaxed">
      <a className="footer-source" href="https://www.geonames.org/" rel="external">
        {t("footer.places", { source: `GeoNames, ${licence}` })}
      </a>
      {demo ? (
        <>
          <Dot />
          <a className="footer-source" href="https://www.figma.com/community/file/1589627891082866389" rel="external">
            {t("footer.portraits", { source: `ToonHead, Johan Melin, ${licence}` })}
          </a>
        </>
      ) : null}
    </p>
  );
}

/** Has the statements that the law of the United States requires, on English pages (R1.12). */
function UsFooter({ title, text, records }: NonNullable<RootData["usFooter"]>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6 text-muted text-sm leading-relaxed">
      <h2 id={id} className="font-semibold text-ink text-sm">
        {title}
      </h2>
      <p className="mt-1 max-w-[90ch]">
        {rich(text, {
          privacy: (words) => (
            <Link className="link" to="/pages/privacy?region=us">
              {words}
            </Link>
          ),
        })}
      </p>
      {records === null ? null : <p className="mt-1 max-w-[90ch]">{records}</p>}
    </section>
  );
}

function Particulars({ disclaimer }: { disclaimer?: ReactNode }) {
  const root = useRootData();
  if (root === undefined) return null;
  const { settings, company, usFooter } = root;
  return (
    <>
      <PageLinks />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
        <Company company={company} settings={settings} />
        {disclaimer}
      </div>
      {usFooter === null ? null : <UsFooter {...usFooter} />}
      <Attributions demo={settings.demo} />
    </>
  );
}

function Disclaimer({ className }: { className: string }) {
  const t = useTexts("shell");
  const settings = useSettings();
  return (
    <p className={`text-muted leading-relaxed ${className}`}>
      {t("footer.adults", { site: settings.name, age: settings.min_age })}
      {settings.has_fictional ? (
        <>
          {" "}
          <WithFictionalSign
            text={t("footer.disclaimer", { icon: settings.fictional_icon, fictional: settings.fictional_plural })}
          />
        </>
      ) : null}
    </p>
  );
}
