import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { localeOf } from "#contract/languages.ts";
import { getCountryMap } from "#contract/places.ts";
import { Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { findCounts } from "#web/advertising/landers/open-members.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { visitorCountry } from "#web/sites/places/countries.ts";
import type { Route } from "./+types/page.ts";
import { CountryMap, type MapRegion } from "./country-map.tsx";
import "./map.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.maplanding", "account.question", "landers.common", "landings"],
  listed: "all",
};

type Map = AnswerOf<typeof getCountryMap>["map"];

/** One path for all dots of a size: a line of no length with a round end is a dot. */
function dotsOf({ dots }: Map, size: number): string {
  return dots
    .filter((dot) => dot.size === size)
    .map(({ x, y }) => `M${x} ${y}h0`)
    .join("");
}

export const loader = (args: Route.LoaderArgs) =>
  loadLander("maplanding", args, async (page) => {
    const locale = localeOf(page.language);
    const code = visitorCountry(await page.settings(), page.language);
    const [{ map }, counts] = await Promise.all([
      page.load(getCountryMap, { query: { country: code } }),
      findCounts(page, code),
    ]);
    const country = { code, name: new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code };
    const dots: [string, string, string] = [dotsOf(map, 1), dotsOf(map, 2), dotsOf(map, 3)];
    const regions = map.regions.map((region) => ({ ...region, count: counts.regions[region.code] ?? 0 }));
    return { country, map: { width: map.width, height: map.height, dots, regions } };
  });

/** Choosing another region needs no new data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** A country drawn by its towns, with the members of each region as a dot: the visitor taps where they are. */
export default function MapLanding({ loaderData: { lander, ...rest } }: Route.ComponentProps) {
  return (
    <Lander loaded={lander}>
      <Country {...rest} />
    </Lander>
  );
}

type Loaded = Omit<Route.ComponentProps["loaderData"], "lander">;

function Country({ country, map }: Loaded) {
  const t = useTexts("landers.maplanding");
  const [search] = useSearchParams();
  const chosen = map.regions.find(({ code }) => code === search.get("region"));
  const next = new URLSearchParams({ country: country.code });
  if (chosen) next.set("countryregion", chosen.code);
  return (
    <section className="map">
      <div className="map-words">
        <h1>{t("heading")}</h1>
        <p>{t("intro", { country: country.name })}</p>
      </div>
      <CountryMap map={map} title={t("picture", { country: country.name })} chosen={chosen?.code} />
      <div className="map-side">
        <p className="map-here" aria-live="polite">
          <strong>{chosen?.name ?? country.name}</strong>
          <span>{chosen === undefined ? t("tap") : <Members region={chosen} />}</span>
        </p>
        <StartForm next={`/members?${next}`}>
          <GenderChoice />
          <SeeksChoice />
          <StartButton>{t("go")}</StartButton>
        </StartForm>
      </div>
    </section>
  );
}

function Members({ region: { count } }: { region: MapRegion }) {
  const t = useTexts("landers.maplanding");
  if (count === 0) return t("nobody");
  return count === 1 ? t("few") : t("members", { count });
}
