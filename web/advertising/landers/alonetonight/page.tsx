import { BookOpen, Clapperboard, CookingPot, type LucideIcon, Music, Trees } from "lucide-react";
import { Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { findCounts } from "#web/advertising/landers/open-members.ts";
import { Choice, GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/page.ts";
import { City } from "./city.tsx";
import "./city.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.alonetonight", "account.question", "landers.common", "landings"],
  listed: "all",
};

/** The ideas for an evening that the visitor can choose; each is an interest of members. */
const evenings = ["cooking", "movies", "music", "reading", "outdoors"] as const;
const icons: Record<(typeof evenings)[number], LucideIcon> = {
  cooking: CookingPot,
  movies: Clapperboard,
  music: Music,
  reading: BookOpen,
  outdoors: Trees,
};

export const loader = (args: Route.LoaderArgs) =>
  loadLander("alonetonight", args, async (page) => {
    const { interests } = await findCounts(page);
    return { counts: evenings.map((code) => ({ code, count: interests[code] ?? 0 })) };
  });

/** A street at night: each answer lights windows, the last one the window across the street. */
export default function AloneTonight({ loaderData: { lander, counts } }: Route.ComponentProps) {
  const t = useTexts("landers.alonetonight");
  return (
    <Lander loaded={lander}>
      <section className="city">
        <div className="city-words">
          <h1>{t("heading")}</h1>
          <p>{t("intro")}</p>
        </div>
        <City title={t("picture")} />
        <StartForm className="city-questions">
          <GenderChoice />
          <SeeksChoice />
          <Choice
            name="interests"
            legend={t("evening")}
            options={evenings.map((value) => ({ value, label: <Evening value={value} /> }))}
          />
          <p className="city-counts" aria-live="polite">
            {counts.map(({ code, count }) => (
              <span key={code} data-count={code}>
                {count > 1 ? t("count", { count }) : count === 1 ? t("few") : ""}
              </span>
            ))}
          </p>
          <StartButton>{t("go")}</StartButton>
        </StartForm>
      </section>
    </Lander>
  );
}

function Evening({ value }: { value: (typeof evenings)[number] }) {
  const t = useTexts("landers.alonetonight");
  const Icon = icons[value];
  return (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      {t(`${value}`)}
    </>
  );
}
