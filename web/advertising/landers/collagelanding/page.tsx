import type { Image } from "#contract/profiles.ts";
import { Figure } from "#web/advertising/landers/figure.tsx";
import { Drawing, Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { type Face, findOpenMembers, mixMembers } from "#web/advertising/landers/open-members.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Photo } from "#web/ui/photo.tsx";
import type { Route } from "./+types/page.ts";
import papers from "./papers.svg?raw";
import "./collage.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.collagelanding", "landers.common", "account.question", "landings"],
};

const pieces = 8;
type Piece = { image: Image; gender: Face["gender"] };

export const loader = (args: Route.LoaderArgs) =>
  loadLander("collagelanding", args, async (page) => {
    const faces = mixMembers(await findOpenMembers(page, args.request)).slice(0, pieces);
    return { faces: faces.map(({ main_image: image, gender }): Piece => ({ image, gender })) };
  });

/** Paper, scissors, glue: the collage rearranges itself around who the visitor is looking for. */
export default function Collage({ loaderData: { lander, faces } }: Route.ComponentProps) {
  const t = useTexts("landers.collagelanding");
  return (
    <Lander loaded={lander}>
      <section className="collage">
        <Cuttings faces={faces} />
        <h1 className="collage-title">
          {t("heading")
            .split(" ")
            .map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a heading never move
              <span key={index}>{word} </span>
            ))}
        </h1>
        <div className="collage-note">
          <StartForm>
            <p className="collage-lead">{t("intro")}</p>
            <SeeksChoice />
            <GenderChoice />
            <StartButton>{t("go")}</StartButton>
          </StartForm>
        </div>
      </section>
    </Lander>
  );
}

type Props = { faces: readonly Piece[] };

function Cuttings({ faces }: Props) {
  const t = useTexts("landers.collagelanding");
  const common = useTexts("landers.common");
  const { demo } = useSettings();
  const few = faces.length < pieces;
  const title = few ? t("drawn") : common(demo ? "faces_demo" : "faces");
  return (
    <figure className="collage-table">
      <Drawing
        svg={papers}
        viewBox="0 0 400 400"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="collage-papers"
      />
      <div role="img" aria-label={title} className="collage-pieces">
        {few
          ? Array.from({ length: pieces }, (_, index) => index).map((index) => (
              <span key={index} data-gender={index % 2 === 0 ? "female" : "male"} className="collage-piece">
                <Figure number={index} />
              </span>
            ))
          : faces.map(({ image, gender }) => (
              <span key={image.thumb_filename} data-gender={gender} className="collage-piece">
                <Photo image={image} alt="" sizes="(min-width: 768px) 220px, 38vw" eager />
              </span>
            ))}
      </div>
      {demo && !few ? (
        <figcaption aria-hidden="true" className="collage-demo">
          {title}
        </figcaption>
      ) : null}
    </figure>
  );
}
