import { Heart } from "lucide-react";
import { Link } from "react-router";
import type { Image } from "#contract/profiles.ts";
import { sitePicturePath } from "#contract/site-picture-path.ts";
import { Figure } from "#web/advertising/landers/figure.tsx";
import { GenderChoice, SeeksChoice, StartForm } from "#web/advertising/landers/start-form.tsx";
import "#web/advertising/landers/landers.css";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Photo } from "#web/ui/photo.tsx";
import type { ForVisitor } from "./load-for-visitor.ts";

const drawnFaces = 8;

/** A face is at most this wide; the smallest files of the photos fit it. */
const sizes = "(min-width: 768px) 130px, 22vw";

/** The photo in its smallest files only: eight of them weigh less than one large picture. */
function small(image: Image): Image {
  const { thumb_filename } = image;
  return { ...image, filename: thumb_filename, card_filename: thumb_filename };
}

type CirclesProps = Pick<ForVisitor, "faces"> & {
  /** A line below them says that their faces are of a demo. */
  noted: boolean;
};

/** The site's sign with people in it, moved by the style sheet alone. */
function Circles({ faces, noted }: CirclesProps) {
  const t = useTexts("home");
  const common = useTexts("landers.common");
  const { picture } = useSettings();
  const drawn = faces.length === 0;
  if (picture !== "") {
    return <img src={sitePicturePath(picture)} alt="" fetchPriority="high" className="circles hero-picture" />;
  }
  return (
    <figure className="circles">
      <div
        role="img"
        aria-label={drawn ? t("picture") : common(noted ? "faces_demo" : "faces")}
        className="circles-stage"
      >
        <span className="circles-one" />
        <span className="circles-two" />
        {drawn
          ? Array.from({ length: drawnFaces }, (_, number) => number).map((number) => (
              <span key={number} data-gender={number % 2 === 0 ? "female" : "male"} className="circles-face">
                <Figure number={number} />
              </span>
            ))
          : faces.map(({ image, gender }) => (
              <span key={image.thumb_filename} data-gender={gender} className="circles-face">
                <Photo image={small(image)} alt="" sizes={sizes} eager />
              </span>
            ))}
        <span className="circles-heart">
          <Heart aria-hidden />
        </span>
      </div>
      {noted ? (
        <figcaption aria-hidden className="circles-note">
          {common("faces_demo")}
        </figcaption>
      ) : null}
    </figure>
  );
}

/** The signup's first question in the page; if the site takes no new members, the page that says so. */
function Start({ open }: Pick<ForVisitor, "open">) {
  const t = useTexts("home");
  const { logged_out_search, min_age } = useSettings();
  const signup = useSignupLink();
  const look =
    logged_out_search === "none" ? null : (
      <Link to="/members" className="link inline-flex min-h-11 items-center">
        {t("look_around")}
      </Link>
    );
  const button = { size: "large", wide: true } as const;
  return (
    <div className="hero-start">
      {open ? (
        <StartForm>
          <div className="hero-questions">
            <GenderChoice />
            <SeeksChoice />
          </div>
          <Button type="submit" {...button}>
            {t("sign_up")}
          </Button>
        </StartForm>
      ) : (
        <ButtonLink to={signup()} {...button}>
          {t("sign_up")}
        </ButtonLink>
      )}
      <p className="hero-note">
        <span>{t("adults", { age: min_age })}</span> {look}
      </p>
    </div>
  );
}

export function Hero({ faces, niche, open }: Pick<ForVisitor, "faces" | "niche" | "open">) {
  const t = useTexts("home");
  const { demo, picture } = useSettings();
  const noted = demo && faces.length > 0 && picture === "";
  return (
    <section className="hero">
      <div className="container hero-grid" data-noted={noted || undefined}>
        <div className="hero-words">
          {niche === null ? null : <p className="hero-niche">{niche.line}</p>}
          <h1>{niche?.heading ?? t("heading")}</h1>
          <p className="hero-intro">{niche?.intro ?? t("intro")}</p>
        </div>
        <Circles faces={faces} noted={noted} />
        <Start open={open} />
      </div>
    </section>
  );
}
