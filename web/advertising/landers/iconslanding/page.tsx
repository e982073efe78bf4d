import {
  Bike,
  BookOpen,
  Clapperboard,
  Coffee,
  CookingPot,
  type LucideIcon,
  Mars,
  MountainSnow,
  Music,
  PawPrint,
  Plane,
  Sprout,
  Venus,
  VenusAndMars,
  Waves,
  Wine,
} from "lucide-react";
import { getInterests } from "#contract/members.ts";
import { Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { findCounts } from "#web/advertising/landers/open-members.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/page.ts";
import "./icons.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.iconslanding", "account.question", "landers.common", "landings"],
};

const icons = {
  coffee: Coffee,
  hiking: MountainSnow,
  movies: Clapperboard,
  music: Music,
  travelling: Plane,
  cooking: CookingPot,
  beach: Waves,
  biking: Bike,
  reading: BookOpen,
  animals: PawPrint,
  wine: Wine,
  gardening: Sprout,
} satisfies Record<string, LucideIcon>;
type Code = keyof typeof icons;
const codes = Object.keys(icons) as Code[];

const signs = {
  male: <Mars aria-hidden className="size-5" />,
  female: <Venus aria-hidden className="size-5" />,
  both: <VenusAndMars aria-hidden className="size-5" />,
};

export const loader = (args: Route.LoaderArgs) =>
  loadLander("iconslanding", args, async (page) => {
    const [counts, { interests }] = await Promise.all([findCounts(page), page.load(getInterests)]);
    const names = new Map<string, string>(interests.map(({ code, name }) => [code, name]));
    return {
      tiles: codes.map((code) => ({ code, name: names.get(code) ?? code, count: counts.interests[code] ?? 0 })),
    };
  });

/** The visitor answers by tapping icons, which become the first search after the signup. */
export default function IconsLanding({ loaderData: { lander, tiles } }: Route.ComponentProps) {
  const t = useTexts("landers.iconslanding");
  return (
    <Lander loaded={lander}>
      <StartForm className="icons">
        <header className="icons-head">
          <h1>{t("heading")}</h1>
          <p>{t("intro")}</p>
        </header>
        <fieldset className="icons-tiles">
          <legend className="sr-only">{t("tiles")}</legend>
          {tiles.map(({ code, name, count }) => {
            const Icon = icons[code];
            return (
              <label key={code} className="icons-tile">
                <input type="checkbox" name="interests" value={code} />
                <Icon aria-hidden className="icons-icon" />
                <span className="icons-name">{name}</span>
                {count > 1 ? <span className="icons-count">{t("count", { count })}</span> : null}
              </label>
            );
          })}
        </fieldset>
        <div className="icons-you">
          <p className="icons-line">
            <span className="icons-is">{t("you")}</span>
            <span className="icons-none">{t("none")}</span>
            {tiles.map(({ code, name }) => {
              const Icon = icons[code];
              return (
                <span key={code} data-pick={code} title={name}>
                  <Icon aria-hidden />
                </span>
              );
            })}
          </p>
          <GenderChoice icons={signs} />
          <SeeksChoice icons={signs} />
          <StartButton>{t("go")}</StartButton>
          <p className="start-note">{t("note")}</p>
        </div>
      </StartForm>
    </Lander>
  );
}
