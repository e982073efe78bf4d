import type { ReactNode } from "react";
import { NicheLine } from "#web/landings/niche-line.tsx";
import { LandingTextsProvider } from "#web/landings/texts.tsx";
import { useSettings } from "#web/lib/root-data.ts";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { LoadedLander } from "./load-lander.ts";
import { QuestionProvider } from "./start-form.tsx";
import { LanderTextsProvider, useLanderTexts } from "./texts.tsx";
import "./landers.css";

/**
 * The frame of the landers: texts and title. On a niche's site the tab's title
 * does not reveal the page (ux: Manners).
 */
export function Lander({ loaded, children }: { loaded: LoadedLander; children: ReactNode }) {
  return (
    <LanderTextsProvider value={loaded.texts}>
      <LandingTextsProvider value={loaded.costs}>
        <QuestionProvider value={loaded.question}>
          <Head {...loaded} />
          <NicheLine line={loaded.niche?.line} />
          {children}
        </QuestionProvider>
      </LandingTextsProvider>
    </LanderTextsProvider>
  );
}

function Head({ name, niche }: Pick<LoadedLander, "name" | "niche">) {
  const t = useLanderTexts();
  const plain = useSettings().niche === 1;
  return (
    <>
      <PageTitle whole={!plain} title={plain ? t(`${name}.title`) : t("common.title_neutral")} />
      <meta name="description" content={niche?.intro ?? t(`${name}.heading`)} />
    </>
  );
}
