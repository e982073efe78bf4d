import { afterAll, beforeEach, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { changesBetween, cutServices, cuts, effectCounter } from "./test-cut-off.ts";
import { deletions } from "./test-job-deletions.ts";
import { scenes } from "./test-job-scenes.ts";
import { openTown } from "./test-job-town.ts";

const plants = { ...deletions, ...scenes };
const mostSteps = 4;
const start = "2026-11-20T18:00:00Z";

/** Jobs that change nothing: they publish hints to open pages, look whether all is well, or note a time once more. */
const silent = [
  "notify-photo-inspected",
  "notify-voice-rejected",
  "notify-text-shown",
  "reconcile-ledger",
  "note-worker",
];
/** Each of its runs is an entry of its own, and harmless. */
const repeated = ["verify-audit-log"];
/** A text message costs money, and the gateway recognises no repetition: it is sent at most once. */
const atMostOnce = ["send-sms"];
/** A refund that waits is queued again, and sent once, because the provider knows its id. */
const queuedAgain: Readonly<Record<string, string>> = { "reconcile-payments": "jobs: send-refund" };

const town = await openTown();
const { services } = town;
const countEffects = effectCounter(services);
services.pictures = { check: async () => ({ nudity: 0.9, known: true }) };
afterAll(town.close);
beforeEach(() => services.clock.set(start));

test("every job is cut off below", () => {
  const missing = allJobs.map(({ name }) => name).filter((name) => !(name in plants));
  expect(
    missing,
    "say what it finds, in server/faults/test-job-scenes.ts or, if it deletes by age, test-job-deletions.ts",
  ).toEqual([]);
  const gone = Object.keys(plants).filter((name) => !allJobs.some((job) => job.name === name));
  expect(gone, "there is no such job any more").toEqual([]);
});

test.each(allJobs.filter(({ name }) => name in plants).map((job) => [job.name, job] as const))(
  "D12.3 %s, cut off after any step and run again, has its effect once",
  async (name, job) => {
    const plant = plants[name];
    const changesSince = async (before: ReadonlyMap<string, number>) => {
      const { [queuedAgain[name] ?? ""]: _, ...changes } = changesBetween(before, await countEffects());
      return changes;
    };
    const prepare = async () => {
      services.clock.set(start);
      const data = job.data.parse((await plant?.(town)) ?? {});
      return { data, before: await countEffects() };
    };
    // what earlier tests left to do
    if (job.every) {
      await prepare();
      await job.run(services, {});
    }

    const whole = await prepare();
    const watching = cutServices(services, "killed", Number.POSITIVE_INFINITY);
    await job.run(watching.services, whole.data);
    const steps = await watching.end();
    const once = await changesSince(whole.before);
    expect(Object.keys(once).length > 0, "the job changes nothing: see its plant").toBe(!silent.includes(name));
    if (repeated.includes(name)) return;

    for (const [turn, cut] of cuts.entries()) {
      // a job of many steps is killed after every other one, and fails at those in between
      const [from, by] = steps > mostSteps ? [turn + 1, cuts.length] : [1, 1];
      for (let at = from; at <= steps; at += by) {
        const { data, before } = await prepare();
        const cutting = cutServices(services, cut, at);
        await job.run(cutting.services, data).catch(() => {});
        await cutting.end();
        // what failed is due again
        services.clock.advance(11 * minuteMs);
        await job.run(services, data);
        const changes = await changesSince(before);
        const isLess = atMostOnce.includes(name) && changes["text messages sent"] === undefined;
        if (!isLess) expect(changes, `${cut} at step ${at} of ${steps}`).toEqual(once);
      }
    }
  },
  // purge-old-rows alone takes a minute: it is run again after each of its many steps
  300_000,
);
