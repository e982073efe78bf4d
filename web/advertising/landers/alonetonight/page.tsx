import "./city.css";
import { BookOpen, Clapperboard, CookingPot, type LucideIcon, Music, Trees } from "lucide-react";
import { Lander, markupOf } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { findCounts } from "#web/advertising/landers/open-members.ts";
import { Choice, GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/page.ts";
import houses from "./houses.svg?raw";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.alonetonight", "account.question", "landers.common", "landings"],
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

type Block = { x: number; width: number; top: number; columns: number; rows: number };

/** The houses of the street, without the two in front. */
const blocks: readonly Block[] = [
  { x: -20, width: 130, top: 250, columns: 5, rows: 11 },
  { x: 118, width: 96, top: 330, columns: 4, rows: 8 },
  { x: 356, width: 84, top: 300, columns: 4, rows: 9 },
  { x: 446, width: 100, top: 236, columns: 4, rows: 12 },
  { x: 690, width: 110, top: 300, columns: 5, rows: 9 },
  { x: 806, width: 120, top: 224, columns: 5, rows: 12 },
];
const ground = 560;

/** What switches a window's light on: one of the answers, or nothing. Most windows stay dark. */
const lights = ["always", "gender", "seeks", "evening", "dark"] as const;
type Light = (typeof lights)[number];

/** Pseudo-random numbers from a seed, so that the server and the browser draw the same city. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function lightOf(number: number): Light {
  if (number < 0.04) return "always";
  if (number < 0.22) return "gender";
  if (number < 0.4) return "seeks";
  return number < 0.62 ? "evening" : "dark";
}

function drawWindows(): Record<Light, string> {
  const next = numbers(20_261_121);
  const paths: Record<Light, string> = { always: "", gender: "", seeks: "", evening: "", dark: "" };
  for (const { x, width, top, columns, rows } of blocks) {
    const [across, down] = [(width - 10) / columns, (ground - top - 16) / rows];
    for (let place = 0; place < columns * rows; place += 1) {
      const left = Math.round(x + 8 + (place % columns) * across);
      const upper = Math.round(top + 12 + Math.floor(place / columns) * down);
      paths[lightOf(next())] += `M${left} ${upper}h9v13h-9z`;
    }
  }
  return paths;
}

const windows = drawWindows();
const skyline =
  "M0 600V300h40v-36h52v20h30v-70h22v-26h8v26h24v90h46v-40h60v-66h30l14-30 14 30h22v92h40v-58h44v40h36v-96h46v-22h10v22h26v120h40v-64h58v34h30v-84h54v60h40v-30h44v200z";
const stars =
  "M52 60h0M130 120h0M196 38h0M268 96h0M318 30h0M392 74h0M452 26h0M520 110h0M600 44h0M742 30h0M806 104h0M866 58h0M30 176h0M236 170h0M664 132h0M846 170h0";

/** A street at night. Style sheets light its windows as the questions are answered, also without scripts. */
function City({ title }: { title: string }) {
  return (
    <svg
      viewBox="0 0 900 600"
      preserveAspectRatio="xMidYMax slice"
      role="img"
      aria-label={title}
      className="city-picture"
    >
      <clipPath id="city-home">
        <path d="M196 236h108v124H196z" />
      </clipPath>
      <path d={stars} className="city-stars" />
      <circle cx="470" cy="120" r="44" className="city-moon" />
      <circle cx="488" cy="108" r="40" className="city-moon-shade" />
      <path d={skyline} className="city-far" />
      {blocks.map(({ x, width, top }) => (
        <path key={x} d={`M${x} 600V${top}h${width}v${600 - top}z`} className="city-block" />
      ))}
      <path d={windows.dark} className="city-dim" />
      {lights.map((light) =>
        light === "dark" ? null : <path key={light} d={windows[light]} data-light={light} className="city-light" />,
      )}
      <path d="M0 576h900v24H0z" className="city-street" />
      {/* The visitor's house, and the one across the street, whose light goes on last. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder */}
      <g dangerouslySetInnerHTML={markupOf(houses)} />
      <g className="city-string">
        <path d="M334 214q113 92 226 0" className="city-wire" />
        <path d="M334 214q113 92 226 0" className="city-bulbs" />
      </g>
    </svg>
  );
}
