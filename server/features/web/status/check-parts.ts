import { setTimeout as pause } from "node:timers/promises";
import { sendMailJob } from "#server/features/mails/index.ts";
import type { Services } from "#server/services.ts";
import { areJobsLate, askDatabase } from "./store.ts";

export type PartState = "works" | "late" | "fails" | "unknown";
export type PartStates = { messages: PartState; photos: PartState; payments: PartState; mail: PartState };

/** A part that answers later than this fails for members too. */
const patienceMs = 3_000;
const lateMailMs = 10 * 60_000;
/** No provider and no store has these. */
const [unknownPayment, unknownFile] = ["tr_status", "status/probe.txt"];

/** What a check finds; a part that fails or does not answer in time gets `otherwise`. */
async function stateOf(check: () => Promise<PartState>, otherwise: PartState): Promise<PartState> {
  const stop = new AbortController();
  const late = pause(patienceMs, otherwise, { signal: stop.signal, ref: false }).catch(() => otherwise);
  const outcome = Promise.resolve()
    .then(check)
    .catch(() => otherwise);
  return await Promise.race([outcome, late]).finally(() => stop.abort());
}

/** Asks each part of the product that members notice whether it works now. */
export async function checkParts(services: Pick<Services, "db" | "files" | "payments" | "clock">): Promise<PartStates> {
  const { db, files, payments, clock } = services;
  const [messages, photos, paying, mail] = await Promise.all([
    stateOf(async () => {
      await askDatabase(db);
      return "works";
    }, "fails"),
    stateOf(async () => {
      await files.get(unknownFile);
      return "works";
    }, "fails"),
    stateOf(async () => {
      const signal = AbortSignal.timeout(patienceMs);
      await Promise.all(payments.all.map((provider) => provider.fetchPayment(unknownPayment, signal)));
      return "works";
    }, "fails"),
    stateOf(async () => {
      const before = new Date(clock.now().getTime() - lateMailMs);
      return (await areJobsLate(db, sendMailJob.name, before)) ? "late" : "works";
    }, "unknown"),
  ]);
  // without the database nothing can be bought, and no photo is found
  if (messages === "fails") return { messages, photos: "fails", payments: "fails", mail };
  return { messages, photos, payments: paying, mail };
}
