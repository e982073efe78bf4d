// The product as it runs, web and worker in one process, but with rate limits that a load test does not reach.
import type { MemberEvent } from "#contract/events.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { createServices } from "#server/create-services.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { createLog } from "#server/log.ts";
import { listenForBench } from "./programs.ts";

// the process is killed: nothing of it has to be closed
const shutdown = { isStopping: () => false, onDrain: () => {}, onClose: () => {} };
const built = await createServices(readConfig(process.env), createLog("warn"), shutdown);
const services = { ...built.services, limits: createLimits(undefined, 100_000) };
const app = await createApp(services, [
  async (routes) => {
    // publishes an event as a use case does after its commit
    routes.post<{ Body: { member: string; event: MemberEvent } }>("/bench/publish", async ({ body }) => {
      services.events.publish(body.member, body.event);
      return {};
    });
  },
]);
await built.jobs.work(services);
await listenForBench(app);
