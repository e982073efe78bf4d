import type { ReactNode, SVGAttributes } from "react";
import { landerPicture, sitePicturePath } from "#contract/site-picture-path.ts";
import { NicheLine } from "#web/advertising/landings/landing-parts.tsx";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { LoadedLander } from "./load-lander.ts";
import "./landers.css";

/** Title, niche and the site's own picture; on a niche's site the tab's title does not reveal it (ux: Manners). */
export function Lander({ loaded, children }: { loaded: LoadedLander; children: ReactNode }) {
  const picture = landerPicture(useSettings().lander_pictures, loaded.name);
  return (
    <>
      <Head {...loaded} />
      <NicheLine line={loaded.niche?.line} />
      {picture === "" ? null : (
        <img src={sitePicturePath(picture)} alt="" fetchPriority="high" className="lander-picture" />
      )}
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

export const markupOf = (svg: string) => ({ __html: svg.replace(/<\/?svg[^>]*>/g, "") });

type Props = SVGAttributes<SVGSVGElement> & { svg: string };

/** A drawing from a file, within the page, so that the style sheet of the lander moves its parts. */
export function Drawing({ svg, ...rest }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder
  return <svg {...rest} dangerouslySetInnerHTML={markupOf(svg)} />;
}
