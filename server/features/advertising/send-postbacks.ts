import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { endOf } from "./attempts-store.ts";
import { claimDuePostbacks, type DuePostback, recordAnswer } from "./postback-store.ts";

const atOnce = 20;
/** A run stops after this time; the next run sends the rest. */
const runMs = 30_000;

async function sendOne({ db, clock, postbacks, log }: Services, due: DuePostback): Promise<void> {
  const answer = await postbacks.send(due.url);
  const end = endOf(answer, due.attempts);
  await recordAnswer(db, due, { ...answer, end, now: clock.now() });
  if (end === "failed") {
    log.warn(
      { conversion: due.conversion_id, outcome: answer.outcome },
      "a network could not be notified of a conversion",
    );
  }
}

/** The job claims rows first, so none is lost; one with a lost answer is sent again: `{conversion}` counts once. */
export const sendPostbacks = defineScheduledJob({
  name: "send-postbacks",
  every: { seconds: 10 },
  async run(services) {
    const endsAt = performance.now() + runMs;
    let due: DuePostback[];
    do {
      due = await claimDuePostbacks(services.db, atOnce, services.clock.now());
      await Promise.all(due.map((each) => sendOne(services, each)));
    } while (due.length === atOnce && performance.now() < endsAt);
  },
});
