type MapTown = { latitude: number; longitude: number; population: number; region: string | null };

type Dot = { x: number; y: number; size: 1 | 2 | 3 };
type RegionPoint = { code: string; x: number; y: number };
export type CountryMap = { width: number; height: number; dots: Dot[]; regions: RegionPoint[] };

/** Regions overseas, which are left out: with them the map would be mostly sea. */
const overseas = new Set([
  "ES-CN",
  "FR-971",
  "FR-972",
  "FR-973",
  "FR-974",
  "FR-976",
  "NO-21",
  "NO-22",
  "US-AK",
  "US-HI",
]);

/** The longer side of a map, and the distance of its dots. */
const side = 600;
const step = 12;
/** The minimum distance between the points of two regions, so that a finger hits only one of them. */
const apart = 62;
const rounds = 80;

/** Longitudes are scaled by the cosine of the middle latitude, good enough for one country. */
function projectionOf(towns: readonly MapTown[]) {
  const latitudes = towns.map(({ latitude }) => latitude);
  const longitudes = towns.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const degrees = Math.max((east - west) * narrow, north - south, 0.2);
  const scale = (side - 2 * step) / degrees;
  return {
    width: Math.round((east - west) * narrow * scale) + 2 * step,
    height: Math.round((north - south) * scale) + 2 * step,
    place: ({ latitude, longitude }: MapTown) => ({
      x: step + (longitude - west) * narrow * scale,
      y: step + (north - latitude) * scale,
    }),
  };
}

function sizeOf(population: number): Dot["size"] {
  if (population >= 200_000) return 3;
  return population >= 25_000 ? 2 : 1;
}

/** Moves points that are too close to each other apart, and keeps them on the map. */
function spread(points: RegionPoint[], width: number, height: number): RegionPoint[] {
  const moved = points.map((point) => ({ ...point }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of moved.entries()) {
      for (const other of moved.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const distance = Math.hypot(dx, dy) || 1;
        if (distance >= apart) continue;
        const push = (apart - distance) / 2 / distance;
        one.x -= dx * push;
        one.y -= (dy || 1) * push;
        other.x += dx * push;
        other.y += (dy || 1) * push;
      }
    }
  }
  const within = (value: number, most: number) => Math.round(Math.max(step, Math.min(most - step, value)));
  return moved.map(({ code, x, y }) => ({ code, x: within(x, width), y: within(y, height) }));
}

/** A dot for each square with a town, larger for more inhabitants, and a point for each region. Empty without towns. */
export function drawCountry(all: readonly MapTown[]): CountryMap {
  const towns = all.filter(({ region }) => region === null || !overseas.has(region));
  if (towns.length === 0) return { width: side, height: side, dots: [], regions: [] };
  const { width, height, place } = projectionOf(towns);
  const cells = new Map<string, { x: number; y: number; population: number }>();
  const middles = new Map<string, { x: number; y: number; population: number }>();
  for (const town of towns) {
    const { x, y } = place(town);
    const [column, row] = [Math.floor(x / step), Math.floor(y / step)];
    const cell = cells.get(`${column} ${row}`) ?? { x: (column + 0.5) * step, y: (row + 0.5) * step, population: 0 };
    cell.population += town.population;
    cells.set(`${column} ${row}`, cell);
    if (town.region === null) continue;
    const middle = middles.get(town.region) ?? { x: 0, y: 0, population: 0 };
    const weight = Math.max(1, town.population);
    middle.x += x * weight;
    middle.y += y * weight;
    middle.population += weight;
    middles.set(town.region, middle);
  }
  const points = [...middles].map(([code, { x, y, population }]) => ({ code, x: x / population, y: y / population }));
  return {
    width,
    height,
    dots: [...cells.values()].map(({ x, y, population }) => ({ x, y, size: sizeOf(population) })),
    regions: spread(
      points.sort((a, b) => a.code.localeCompare(b.code, "en")),
      width,
      height,
    ),
  };
}
