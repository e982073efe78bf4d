import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { localeOf } from "#contract/languages.ts";
import { getCountryMap } from "#contract/places.ts";
import { Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { findCounts } from "#web/advertising/landers/open-members.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { visitorCountry } from "#web/sites/places/countries.ts";
import type { Route } from "./+types/page.ts";
import "./map.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.maplanding", "account.question", "landers.common", "landings"],
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

type MapRegion = { code: string; name: string; x: number; y: number; count: number };
type Props = {
  map: { width: number; height: number; dots: readonly string[]; regions: readonly MapRegion[] };
  title: string;
  chosen: string | undefined;
};

/** A dot's radius grows with the square root of the members, so that its area is proportional to their number. */
function radiusOf(count: number): number {
  if (count === 0) return 6;
  return count === 1 ? 12 : Math.min(32, 14 + Math.sqrt(count));
}

/** The drawn map. Each region is a link, so it works without scripts too. */
function CountryMap({ map: { width, height, dots, regions }, title, chosen }: Props) {
  const edge = 26;
  return (
    <svg viewBox={`${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`} className="map-picture">
      <title>{title}</title>
      {dots.map((path, index) => (
        <path key={path} d={path} data-size={index + 1} className="map-dots" />
      ))}
      {regions.map((region) => (
        <Region key={region.code} region={region} chosen={region.code === chosen} />
      ))}
    </svg>
  );
}

function Region({ region: { code, name, x, y, count }, chosen }: { region: MapRegion; chosen: boolean }) {
  const t = useTexts("landers.maplanding");
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set("region", code);
  const radius = radiusOf(count);
  const label = count > 1 ? `${name}: ${t("members", { count })}` : name;
  return (
    <Link
      to={{ search: `${to}` }}
      replace
      preventScrollReset
      aria-label={label}
      aria-current={chosen || undefined}
      className="map-region"
      data-count={Math.min(2, count)}
    >
      <circle cx={x} cy={y} r={26} className="map-target" />
      <circle cx={x} cy={y} r={radius + 6} className="map-ring" />
      <circle cx={x} cy={y} r={radius} className="map-people" />
      {count > 1 ? (
        <text x={x} y={y + 5} className="map-count">
          {t("count", { count })}
        </text>
      ) : null}
    </Link>
  );
}
