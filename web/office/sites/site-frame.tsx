import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import type { NamedSite } from "#contract/site-key.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { SiteChoice } from "./site-choice.tsx";

const pages = ["prices", "codes", "company", "words", "pages", "fictional", "copy", "history", "closing"] as const;

type Props = { sites: readonly NamedSite[]; site: string; children: ReactNode };

/** The frame of the pages about a site: which site, if there are several, and the pages. */
export function SiteFrame({ sites, site, children }: Props) {
  const t = useTexts("staff-sites");
  const name = sites.find(({ key }) => key === site)?.name ?? site;
  return (
    <Screen
      title={t("title_of", { name })}
      actions={
        <ButtonLink to="/staff/sites/new" look="outline">
          <Plus aria-hidden className="size-5" />
          {t("new_site.title")}
        </ButtonLink>
      }
    >
      <SiteChoice sites={sites} site={site} />
      <nav aria-label={t("pages")} className="mb-6 flex flex-wrap gap-2">
        {(["settings", ...pages] as const).map((tab) => (
          <NavLink
            key={tab}
            end
            to={`/staff/site${tab === "settings" ? "" : `/${tab}`}?site=${site}`}
            className={({ isActive }) => buttonClass({ look: isActive ? "primary" : "outline" })}
          >
            {t(`tab.${tab}`)}
          </NavLink>
        ))}
      </nav>
      {children}
    </Screen>
  );
}

/** The site in the address of a page about it. */
export function readAskedSite(request: Request): { site?: string } {
  return pickParams(new URL(request.url).searchParams, ["site"]);
}
