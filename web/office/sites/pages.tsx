import { Link } from "react-router";
import type { InputOf } from "#contract/call.ts";
import type { Language } from "#contract/constants.ts";
import { withNextTerms } from "#contract/next-terms.ts";
import {
  type EditablePage,
  editablePages,
  lawfulPages,
  ownSections,
  pagePlaceholders,
} from "#contract/page-sections.ts";
import type { OwnSection } from "#contract/sites.ts";
import { getStaffPages } from "#contract/staff-sites.ts";
import { languageNames } from "#web/lib/languages.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { pageValues } from "#web/pages/page-texts.server.ts";
import { Chip } from "#web/ui/chip.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import type { Route } from "./+types/pages.ts";
import { builtInSections, titleOf } from "./built-in.server.ts";
import { SectionEditor } from "./section-editor.tsx";
import { SiteFrame } from "./site-frame.tsx";
import { TermsPanel } from "./terms-panel.tsx";

const isPage = (name: string | null): name is EditablePage => editablePages.some((each) => each === name);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const name = searchParams.get("page");
  const page = isPage(name) ? name : "terms";
  const params = pickParams(searchParams, ["site", "language"]);
  // the American text exists in English only
  if (page === "us_privacy") params.language = "en";
  // the API rejects a text that is not a language
  const query = params as InputOf<typeof getStaffPages>["query"];
  const { settings, company, texts, next, announces, ...list } = await loadStaff(context, getStaffPages, { query });
  const values = pageValues(list.language, settings, company);
  const builtIn = builtInSections(page, list.language, values);
  const own = Object.entries(withNextTerms(texts, next?.texts ?? {})).flatMap(([key, text]) => {
    const [ofPage, language = "", section = ""] = key.split(".");
    return ofPage === page ? [{ language, section, ...text }] : [];
  });
  const ids = [...builtIn.map(({ section }) => section), ...ownSections];
  const section = ids.find((id) => id === searchParams.get("section")) ?? null;
  return {
    ...list,
    page,
    section,
    announces: page === "terms" && announces,
    next,
    values,
    builtIn,
    own,
    languages: page === "us_privacy" ? (["en"] as const) : settings.languages,
    titles: editablePages.map((each) => ({ value: each, label: titleOf(each, list.language, values) })),
  };
}

/** Edits the sections of the rules, the rights and the help, which a site may word itself or add to. */
export default function Pages({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const { sites, key, page, language, languages, section, values, builtIn, own, titles, announces, next } = loaderData;
  const ownInLanguage = own.filter((each) => each.language === language);
  const text = ownInLanguage.find((each) => each.section === section);
  const standard = builtIn.find((each) => each.section === section);
  const languageOptions = optionsOf(languages, (code) => languageNames[code]);
  return (
    <SiteFrame sites={sites} site={key}>
      <p className="mb-5 max-w-prose text-muted">{t("pages_tab.intro")}</p>
      <FilterCard
        key={`${key} ${page} ${language}`}
        columns="sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
        sends={{ site: key }}
        of={[
          choice("page", t("pages_tab.page"), titles, { defaultValue: page }),
          choice("language", t("fictional.language"), languageOptions, { defaultValue: language }),
        ]}
      />
      {announces ? <TermsPanel key={next?.id} site={key} next={next} /> : null}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <PageSections {...{ site: key, page, language, section, builtIn }} own={ownInLanguage} />
        {section === null ? null : (
          <SectionEditor
            key={`${key} ${page} ${language} ${section}`}
            place={{ site: key, page, language, section }}
            builtIn={standard}
            own={text}
            values={values}
            placeholders={pagePlaceholders.filter((name) => (values[name] ?? "") !== "")}
            drafts={announces}
            lawful={lawfulPages.includes(page) && standard !== undefined}
            others={languages
              .filter(
                (code) => code !== language && !own.some((each) => each.language === code && each.section === section),
              )
              .map((code) => languageNames[code])}
          />
        )}
      </div>
    </SiteFrame>
  );
}

type Props = {
  site: string;
  page: EditablePage;
  language: Language;
  section: string | null;
  builtIn: readonly OwnSection[];
  own: readonly OwnSection[];
};

/** The sections of a page, each with a link to its editor, and a link to a new one. */
function PageSections({ site, page, language, section, builtIn, own }: Props) {
  const t = useTexts("staff-sites");
  const to = (id: string) => `?${new URLSearchParams({ site, page, language, section: id })}`;
  const added = own.filter(({ section: id }) => !builtIn.some((each) => each.section === id));
  const free = ownSections.find((id) => !added.some((each) => each.section === id));
  const rows = [...builtIn.map((each) => own.find(({ section: id }) => id === each.section) ?? each), ...added];
  return (
    <nav aria-label={t("pages_tab.sections")} className="surface-card p-4">
      <ul>
        {rows.map((each) => (
          <li
            key={each.section}
            className="flex flex-wrap items-center gap-x-2 border-line border-b py-1 last:border-0"
          >
            <Link
              to={to(each.section)}
              aria-current={each.section === section ? "true" : undefined}
              className="link min-h-11 py-2.5 wrap-anywhere aria-[current]:font-bold"
            >
              {each.title}
            </Link>
            {own.includes(each) ? <Chip tone="tint">{t("pages_tab.own")}</Chip> : null}
          </li>
        ))}
      </ul>
      {free === undefined ? null : (
        <Link to={to(free)} className="link mt-2 inline-block min-h-11 py-2.5 font-semibold">
          {t("pages_tab.add")}
        </Link>
      )}
    </nav>
  );
}
