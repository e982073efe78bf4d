import { Link } from "react-router";
import type { Language } from "#contract/constants.ts";
import { type EditablePage, ownSections } from "#contract/page-sections.ts";
import type { OwnSection } from "#contract/sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";

type Props = {
  site: string;
  page: EditablePage;
  language: Language;
  section: string | null;
  builtIn: readonly OwnSection[];
  /** The sections of this page and language that the site words itself. */
  own: readonly OwnSection[];
};

/** The sections of a page, each with a link to its editor, and a link to a new one. */
export function PageSections({ site, page, language, section, builtIn, own }: Props) {
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
