import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { PostbackAnswer } from "#server/ports/postbacks/port.ts";
import type { Services } from "#server/services.ts";
import { claimDuePostbacks, type DuePostback, recordAnswer } from "./postback-store.ts";

/** Seconds from each attempt to the next one: twelve in almost six days, so an outage of four days loses none. */
const delays = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400, 86_400];
const attempts = delays.length + 1;
const atOnce = 20;
/** A run stops after this time; the next run sends the rest. */
const runMs = 30_000;

function endOf({ outcome }: PostbackAnswer, attempt: number): "sent" | "failed" | null {
  if (outcome === "accepted") return "sent";
  return outcome === "forbidden" || attempt >= attempts ? "failed" : null;
}

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
      due = await claimDuePostbacks(services.db, atOnce, delays, services.clock.now());
      await Promise.all(due.map((each) => sendOne(services, each)));
    } while (due.length === atOnce && performance.now() < endsAt);
  },
});
