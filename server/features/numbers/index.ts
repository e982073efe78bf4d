import { defineFeature } from "#server/feature.ts";
import { readLateness } from "./queue-store.ts";
import { numbersRoutes } from "./routes.ts";
import { serveNumbersCsv } from "./serve-numbers-csv.ts";
import { serveResultsCsv } from "./serve-results-csv.ts";

export { findQueues } from "./queue-store.ts";

export const numbers = defineFeature({
  routes: numbersRoutes,
  endpoints: [serveResultsCsv, serveNumbersCsv],
  gauges: [
    {
      name: "staff_queue_lateness",
      help: "how long the oldest item of a queue of the back office waits, as a share of the queue's target time",
      label: "queue",
      readEach: ({ db, clock, config }) => readLateness(db, config.queueHours, clock.now()),
    },
  ],
});
