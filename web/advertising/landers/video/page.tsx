import { FilmSwitch } from "#web/advertising/landers/film-switch.tsx";
import { Drawing, Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/page.ts";
import carriage from "./carriage.svg?raw";
import "./seat.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.video", "account.question", "landers.common", "landings"],
};

export const loader = (args: Route.LoaderArgs) => loadLander("video", args, async () => ({}));

/** A silent film: someone reads in a night train, the seat beside is free. The answers say who meets there. */
export default function Video({ loaderData: { lander } }: Route.ComponentProps) {
  const t = useTexts("landers.video");
  return (
    <Lander loaded={lander}>
      <section className="seat">
        <header className="seat-head">
          <p>{t("genre")}</p>
          <h1>{t("heading")}</h1>
          <p>{t("cast")}</p>
        </header>
        <figure className="seat-screen">
          <Drawing svg={carriage} viewBox="0 0 640 480" role="img" aria-label={t("picture")} className="seat-film" />
          <div aria-hidden="true" className="seat-grain" />
          <p aria-hidden="true" className="seat-title" data-title="1">
            {t("title_1")}
          </p>
          <p aria-hidden="true" className="seat-title" data-title="2">
            {t("title_2")}
          </p>
          <FilmSwitch stopped={lander.saveData} />
        </figure>
        <StartForm className="seat-ticket">
          <p className="seat-admit">{t("ticket")}</p>
          <SeeksChoice />
          <GenderChoice />
          <StartButton>{t("go")}</StartButton>
        </StartForm>
      </section>
    </Lander>
  );
}
