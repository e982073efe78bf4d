import { Suspense } from "react";
import { Link } from "react-router";
import type { Section } from "#contract/fill-page.ts";
import { textPages } from "#contract/public-pages.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { createAction, type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { rich } from "#web/lib/texts.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { StructuredData } from "#web/ui/structured-data.tsx";
import type { Route } from "./+types/page.ts";
import { Contents, linkParts, Sections } from "./page-body.tsx";
import { type ComingTerms, loadPageTexts, loadTerms } from "./page-texts.server.ts";
import { type FormKind, sendComplaintForm } from "./send-complaint.ts";
import { loadUsPrivacy, privacySwitch } from "./us-texts.server.ts";

const plain = (text: string) => text.replace(/<\/?\w+>/g, "");
const wordsOf = ({ blocks }: Section) =>
  blocks
    .flatMap((block) => (block.kind === "text" ? [block.text] : block.items))
    .map(plain)
    .join(" ");

/** The questions of the page of frequent questions with their answers, for search engines. */
function Questions({ sections }: { sections: readonly Section[] }) {
  const mainEntity = sections.map((section) => ({
    "@type": "Question",
    name: plain(section.title),
    acceptedAnswer: { "@type": "Answer", text: wordsOf(section) },
  }));
  return <StructuredData thing={{ "@type": "FAQPage", mainEntity }} />;
}

export const handle: ScreenHandle = { who: "everyone", texts: [] };

/** A script of its own, with texts that most of these pages don't need. */
const ComplaintForm = lazyPart(async () => ({ default: (await import("./complaint-form.tsx")).ComplaintForm }));

const names = new Map(Object.entries(textPages).map(([name, path]) => [path.slice(1), name as keyof typeof textPages]));

const forms: Record<string, FormKind> = { complaints: "complaint", "pages/ban": "ban" };

/** A page with at least this many sections begins with a list of them. */
const sectionsForContents = 6;

/** English has two versions. `?region=us` or `?region=eu` picks one, else the visitor's country. */
async function isForUs(page: Page, url: string): Promise<boolean> {
  const region = new URL(url).searchParams.get("region");
  if (region === "us" || region === "eu") return region === "us";
  const { geoip_selected_country: chosen, geoip_country: located } = await page.settings();
  return (chosen ?? located) === "US";
}

export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const name = names.get(pattern);
  if (name === undefined) throw new Error(`no text for ${pattern}`);
  const page = pageOf(context);
  if (name === "terms") {
    const next = new URL(request.url).searchParams.get("version") === "next";
    return { ...(await loadTerms(page, next)), faq: false, form: null, other: null };
  }
  const { values, ...loaded } = await loadPageTexts(page, name);
  const texts = { ...loaded, coming: null };
  const kind = forms[pattern];
  const form = kind === undefined ? null : { kind, email: (await page.user())?.email ?? "" };
  const faq = name === "faq";
  if (name !== "privacy" || page.language !== "en") return { ...texts, faq, form, other: null };
  const us = await isForUs(page, request.url);
  return {
    ...(us ? { ...(await loadUsPrivacy(page, values)), coming: null } : texts),
    faq,
    form,
    other: privacySwitch(us),
  };
}

export const action = createAction(sendComplaintForm);

/** Above the terms: new ones are announced. */
function Coming({ notice, link, changed }: ComingTerms) {
  return (
    <div className="mt-5 max-w-[70ch] rounded-md bg-warning-tint p-4">
      <p className="font-semibold">{notice}</p>
      {changed === null ? null : (
        <>
          <p className="mt-2">{changed.intro}</p>
          <ul className="list-disc ps-5">
            {changed.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="link inline-block py-1.5">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to={link.to} className="link mt-2 inline-block py-2">
        {link.text}
      </Link>
    </div>
  );
}

/** Shows a page of text with its sections; used for the rules, the rights and the help. */
export default function TextPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, description, version, contents, sections, faq, form, other, coming } = loaderData;
  return (
    <article className="container py-6 md:py-10">
      <PageTitle title={title} />
      <meta name="description" content={description} />
      {faq ? <Questions sections={sections} /> : null}
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-3 max-w-[70ch] text-lg text-muted">{description}</p>
      {other === null ? null : <p className="mt-3 max-w-[70ch]">{rich(other, linkParts)}</p>}
      {version === null ? null : <p className="mt-2 text-muted text-sm">{version}</p>}
      {coming === null ? null : <Coming {...coming} />}
      <div className="lg:flex lg:items-start lg:justify-between lg:gap-10">
        {sections.length >= sectionsForContents ? <Contents contents={contents} sections={sections} /> : null}
        <div className="min-w-0 max-w-[70ch]">
          <Sections sections={sections} />
          {form === null ? null : (
            <Suspense>
              <ComplaintForm {...form} posted={actionData} />
            </Suspense>
          )}
        </div>
      </div>
    </article>
  );
}
