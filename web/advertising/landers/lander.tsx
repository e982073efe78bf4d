import type { ReactNode } from "react";
import { NicheLine } from "#web/advertising/landings/niche-line.tsx";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { LoadedLander } from "./load-lander.ts";
import "./landers.css";
import { Pause, Play } from "lucide-react";

/**
 * The frame of the landers: the title and the niche. On a niche's site the tab's title
 * does not reveal the page (ux: Manners).
 */
export function Lander({ loaded, children }: { loaded: LoadedLander; children: ReactNode }) {
  return (
    <>
      <Head {...loaded} />
      <NicheLine line={loaded.niche?.line} />
      {children}
    </>
  );
}

function Head({ name, niche }: Pick<LoadedLander, "name" | "niche">) {
  const t = useTexts(`landers.${name}`);
  const common = useTexts("landers.common");
  const plain = useSettings().niche === 1;
  return (
    <>
      <PageTitle whole={!plain} title={plain ? t("title") : common("title_neutral")} />
      <meta name="description" content={niche?.intro ?? t("heading")} />
    </>
  );
}

/** Pauses and resumes a film (WCAG 2.2.2). A checkbox, so that a style sheet does the work without scripts. */
export function FilmSwitch({ stopped }: { stopped: boolean }) {
  const t = useTexts("landers.common");
  return (
    <label className="film-switch">
      <input type="checkbox" defaultChecked={stopped} aria-label={t("pause")} />
      <Pause aria-hidden className="size-4.5" />
      <Play aria-hidden className="size-4.5" />
    </label>
  );
}
