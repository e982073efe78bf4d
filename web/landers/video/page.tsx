import { FilmSwitch } from "#web/landers/film-switch.tsx";
import { Lander } from "#web/landers/lander.tsx";
import { loadLander } from "#web/landers/load-lander.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/landers/start-form.tsx";
import { useLanderTexts } from "#web/landers/texts.tsx";
import type { Route } from "./+types/page.ts";
import { Carriage } from "./carriage.tsx";
import "./seat.css";

export const loader = (args: Route.LoaderArgs) => loadLander("video", args, async () => ({}));

/** A silent film: someone reads in a night train, the seat beside is free. The answers say who meets there. */
export default function Video({ loaderData: { lander } }: Route.ComponentProps) {
  return (
    <Lander loaded={lander}>
      <Seat still={lander.saveData} />
    </Lander>
  );
}

function Seat({ still }: { still: boolean }) {
  const t = useLanderTexts();
  return (
    <section className="seat">
      <header className="seat-head">
        <p>{t("video.genre")}</p>
        <h1>{t("video.heading")}</h1>
        <p>{t("video.cast")}</p>
      </header>
      <figure className="seat-screen">
        <Carriage title={t("video.picture")} />
        <div aria-hidden="true" className="seat-grain" />
        <p aria-hidden="true" className="seat-title" data-title="1">
          {t("video.title_1")}
        </p>
        <p aria-hidden="true" className="seat-title" data-title="2">
          {t("video.title_2")}
        </p>
        <FilmSwitch stopped={still} />
      </figure>
      <StartForm className="seat-ticket">
        <p className="seat-admit">{t("video.ticket")}</p>
        <SeeksChoice />
        <GenderChoice />
        <StartButton>{t("video.go")}</StartButton>
      </StartForm>
    </section>
  );
}
