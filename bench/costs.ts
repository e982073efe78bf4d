import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const cpu = z.object({ database: z.number(), server: z.number() });
const open = z.object({
  at: z.string(),
  figures: z.object({ usual: z.object({ cpu, p50: z.number(), p95: z.number(), p99: z.number() }) }),
});
const results = z.object({
  members: z.number(),
  send: z.object({ at: z.string(), sides: z.array(z.object({ name: z.string(), cpu })) }),
  open,
  memory: z.object({
    at: z.string(),
    machine: z.object({ cores: z.number() }),
    figures: z.object({ perSecond: z.number(), most: z.number() }),
  }),
  live: z.object({ at: z.string(), figures: z.record(z.string(), z.object({ kilobytes: z.number() })) }),
});
const parsed = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));

/** The figures of the last benchmark. */
export const measured = results.parse(parsed("results.json"));
/** Searches at random times, on the cores that client, server and database shared. */
export const openLoads = [
  { members: measured.members, ...measured.open.figures.usual },
  { members: 1_000_000, ...z.object({ open }).parse(parsed("results-1000000.json")).open.figures.usual },
];
export const benchCores = measured.memory.machine.cores;

/** What a member does on a day on which they are there. Assumed, not measured: replace it by your own numbers. */
export const day = { pages: 8, searches: 12, messages: 30, others: 120, minutesOpen: 40 };
/** Share of the members who come on a day; of a day's work in its busiest hour; how busy a machine may be then. */
export const [activeShare, busiestHour, busy] = [0.1, 0.12, 0.5];
/** A message of a line with its five indexes. Assumed, not measured. */
export const messageBytes = 420;
export const machine = { cores: 16, databaseCores: 64 };

const send = measured.send.sides.find(({ name }) => name === "product")?.cpu ?? { database: 0, server: 0 };
/** All cores were busy, also with the client: an upper bound. */
const page = { server: (benchCores * 1000) / measured.memory.figures.perSecond, database: 0 };
/** Milliseconds of CPU for each thing that a member does. */
export const costs = {
  page: { times: day.pages, ...page },
  search: { times: day.searches, ...measured.open.figures.usual.cpu },
  message: { times: day.messages, ...send },
  other: { times: day.others, ...send },
};
