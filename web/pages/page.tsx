import { type Page, pageOf } from "#web/lib/page.ts";
import { rich } from "#web/lib/texts.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { Route } from "./+types/page.ts";
import { Contents, linkParts, Sections } from "./page-body.tsx";
import { loadPageTexts, type PageName } from "./page-texts.server.ts";
import { Questions } from "./questions.tsx";
import { privacySwitch, usPrivacy } from "./us-texts.server.ts";

/** The text of each route, by the route's pattern. */
const names: Record<string, PageName> = {
  complaints: "complaints",
  "pages/ban": "ban",
  "pages/cookies": "cookies",
  "pages/faq": "faq",
  "pages/privacy": "privacy",
  "pages/return-policy": "returns",
  "pages/service": "service",
  "pages/terms": "terms",
};

/** A page with at least this many sections begins with a list of them. */
const sectionsForContents = 6;

/**
 * In English there are two privacy texts (R1.12). `?region=us` or `?region=eu` picks one, else the visitor's country.
 */
async function isForUs(page: Page, url: string): Promise<boolean> {
  const region = new URL(url).searchParams.get("region");
  if (region === "us" || region === "eu") return region === "us";
  const { geoip_selected_country: chosen, geoip_country: found } = await page.settings();
  return (chosen ?? found) === "US";
}

export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const name = names[pattern];
  if (name === undefined) throw new Error(`no text for ${pattern}`);
  const page = pageOf(context);
  const { values, ...texts } = await loadPageTexts(page, name);
  const faq = name === "faq";
  if (name !== "privacy" || page.language !== "en") return { ...texts, faq, other: null };
  const us = await isForUs(page, request.url);
  return { ...(us ? usPrivacy(values, texts) : texts), faq, other: privacySwitch(us) };
}

/** D10.1, D10.3: a page of text with its sections; used for the rules, the rights and the help. */
export default function TextPage({ loaderData }: Route.ComponentProps) {
  const { title, description, version, contents, sections, faq, other } = loaderData;
  return (
    <article className="container py-6 md:py-10">
      <PageTitle title={title} />
      <meta name="description" content={description} />
      {faq ? <Questions sections={sections} /> : null}
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-3 max-w-[70ch] text-lg text-muted">{description}</p>
      {other === null ? null : <p className="mt-3 max-w-[70ch]">{rich(other, linkParts)}</p>}
      {version === null ? null : <p className="mt-2 text-muted text-sm">{version}</p>}
      <div className="lg:flex lg:items-start lg:justify-between lg:gap-10">
        {sections.length >= sectionsForContents ? <Contents contents={contents} sections={sections} /> : null}
        <div className="min-w-0 max-w-[70ch]">
          <Sections sections={sections} />
        </div>
      </div>
    </article>
  );
}
