import { kilometresBetween, type Point } from "#server/features/sites/index.ts";

type Bands = { from: number; to: number };
/** It is in bands of ¼° of latitude and ½° of longitude; null: it includes all longitudes or crosses the date line. */
export type Box = { latitudes: Bands; longitudes: Bands | null };

const kilometresPerDegree = 111.195;

/** The smallest box of whole cells that contains everything within a distance. */
export function boxAround({ latitude, longitude }: { latitude: number; longitude: number }, kilometres: number): Box {
  const high = kilometres / kilometresPerDegree;
  const furthest = Math.abs(latitude) + high;
  const wide = high / Math.cos((furthest * Math.PI) / 180);
  const [south, north] = [Math.max(-90, latitude - high), Math.min(90, latitude + high)];
  const [west, east] = [longitude - wide, longitude + wide];
  const open = furthest >= 90 || west < -180 || east > 180;
  return {
    latitudes: { from: Math.floor(south * 4), to: Math.floor(north * 4) },
    longitudes: open ? null : { from: Math.floor(west * 2), to: Math.floor(east * 2) },
  };
}

/** A cell of the map: a quarter of a degree of latitude, half a degree of longitude. */
type Cell = { latitude: number; longitude: number };

/** The longitude bands of a box; a band beyond the date line is numbered from the other side. */
function longitudesAround({ latitude, longitude }: Point, kilometres: number): number[] {
  const high = kilometres / kilometresPerDegree;
  const furthest = Math.abs(latitude) + high;
  const wide = furthest >= 90 ? 180 : high / Math.cos((furthest * Math.PI) / 180);
  const [first, last] = [Math.floor((longitude - wide) * 2), Math.floor((longitude + wide) * 2)];
  const bands = Array.from({ length: Math.min(720, last - first + 1) }, (_, index) => first + index);
  return [...new Set(bands.map((band) => ((band + 1_080) % 720) - 360))];
}

/** The distance to the cell's furthest corner. No point in the cell is further away, except by a few metres. */
function furthestCornerOf({ latitude, longitude }: Cell, from: Point): number {
  const corners = [0, 1].flatMap((north) =>
    [0, 1].map((east) => ({ latitude: (latitude + north) / 4, longitude: (longitude + east) / 2 })),
  );
  return Math.max(...corners.map((corner) => kilometresBetween(from, corner)));
}

/** The cells that cover the ring from `beyond` to `within` kilometres around a point, with few unneeded ones. */
export function cellsAround(from: Point, { beyond, within }: { beyond: number; within: number }): Cell[] {
  const { latitudes } = boxAround(from, within);
  const south = Math.max(-360, latitudes.from);
  const rows = Array.from({ length: Math.min(360, latitudes.to) - south + 1 }, (_, index) => south + index);
  const columns = longitudesAround(from, within);
  return rows
    .flatMap((latitude) => columns.map((longitude) => ({ latitude, longitude })))
    .filter((cell) => furthestCornerOf(cell, from) > beyond - 1);
}
