import { FilmSwitch } from "#web/advertising/landers/film-switch.tsx";
import { Drawing, Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { Choice, GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/page.ts";
import film from "./film.svg?raw";
import "./dot.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.transitionsvideolanding", "account.question", "landers.common", "landings"],
};

const scenes = [1, 2, 3, 4, 5, 6] as const;
/** The scenes that are an interest of members. */
const interests = ["coffee", "biking", "music", "outdoors"] as const;

export const loader = (args: Route.LoaderArgs) => loadLander("transitionsvideolanding", args, async () => ({}));

/** A film of one circle: a notification, a cup, a wheel, a record, the moon, two people. Its style sheet plays it. */
export default function TransitionsVideo({ loaderData: { lander } }: Route.ComponentProps) {
  const t = useTexts("landers.transitionsvideolanding");
  return (
    <Lander loaded={lander}>
      <section className="dot">
        <figure className="dot-stage">
          <Drawing
            svg={film}
            viewBox="0 0 480 600"
            preserveAspectRatio="xMidYMid slice"
            role="img"
            aria-label={t("picture")}
            className="dot-film"
          />
          <FilmSwitch stopped={lander.saveData} />
          <figcaption aria-hidden="true">
            {scenes.map((scene) => (
              <span key={scene} data-scene={scene}>
                {t(`scene_${scene}`)}
              </span>
            ))}
          </figcaption>
        </figure>
        <div className="dot-side">
          <h1>{t("heading")}</h1>
          <p className="sr-only">{scenes.map((scene) => t(`scene_${scene}`)).join(" ")}</p>
          <StartForm>
            <Choice
              name="interests"
              legend={t("choose")}
              options={interests.map((value) => ({ value, label: t(`${value}`) }))}
            />
            <GenderChoice />
            <SeeksChoice />
            <StartButton>{t("go")}</StartButton>
          </StartForm>
        </div>
      </section>
    </Lander>
  );
}
