import results from "./results.json" with { type: "json" };
import million from "./results-1000000.json" with { type: "json" };

/** Searches at random times, on the cores that client, server and database shared. */
export const openLoads = [results, million].map(({ members, open }) => ({ members, ...open.figures.usual }));
export const benchCores = results.memory.machine.cores;

/** What a member does on a day on which they are there. Assumed, not measured: replace it by your own numbers. */
const day = { pages: 8, searches: 12, messages: 30, others: 120 };
/** Share of the members who come on a day; of a day's work in its busiest hour; how busy a machine may be then. */
export const [activeShare, busiestHour, busy] = [0.1, 0.12, 0.5];
export const machine = { cores: 16, databaseCores: 64 };

const send = results.send.sides.find(({ name }) => name === "product")?.cpu ?? { database: 0, server: 0 };
/** All cores were busy, also with the client: an upper bound. */
const page = { server: (benchCores * 1000) / results.memory.figures.perSecond, database: 0 };
/** Milliseconds of CPU for each thing that a member does. */
export const costs = {
  page: { times: day.pages, ...page },
  search: { times: day.searches, ...results.open.figures.usual.cpu },
  message: { times: day.messages, ...send },
  other: { times: day.others, ...send },
};
