import { getResults } from "#contract/results.ts";
import { csvOf } from "#server/features/advertising/index.ts";
import { serveStaffCsv } from "../staff/serve-staff-csv.ts";
import { listResults } from "./show-results.ts";

/** The rows of the page of results. */
export const serveResultsCsv = serveStaffCsv("results", getResults, async ({ services: { db }, site, now }, query) => {
  const { key, period, by, rows } = await listResults({ db, site, now }, query);
  return { name: `results-${key}-${period.from}-${period.to}`, lines: csvOf(rows, by) };
});
