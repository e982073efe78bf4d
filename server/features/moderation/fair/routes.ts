import { fairStep, getFair } from "#contract/fair.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { showDay } from "./rules.ts";
import { findDays } from "./store.ts";

export const fairRoutes: Handler[] = [
  handle(getFair, async ({ db, site }, { query }) => ({
    step: fairStep,
    days: (await findDays(db, site.id, query.by ?? "day")).map(showDay),
  })),
];
