import { Link, useSearchParams } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";

export type MapRegion = { code: string; name: string; x: number; y: number; count: number };
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
export function CountryMap({ map: { width, height, dots, regions }, title, chosen }: Props) {
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
