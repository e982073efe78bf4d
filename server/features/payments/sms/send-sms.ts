import { z } from "zod";
import { seal, unseal } from "#server/crypto/seal.ts";
import type { Db } from "#server/db/pool.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { SmsUncertain } from "#server/ports/sms/port.ts";
import type { Services } from "#server/services.ts";
import { claimMessage, releaseMessage } from "./store.ts";

type NewSms = {
  siteId: number;
  memberId: string;
  /** E.164. */
  to: string;
  text: string;
  /** When the message becomes pointless, for example because its code expires. It is not sent later. */
  until: Date;
};

const sealed = z.object({ to: z.string(), text: z.string() });

/** Sends one text message at most once: an attempt whose outcome is unknown is not repeated. */
export const sendSms = defineJob({
  name: "send-sms",
  data: z.object({
    id: z.uuid(),
    siteId: z.int(),
    memberId: z.uuid(),
    /** Number and text, encrypted because the text may contain a code. */
    sealed: z.base64(),
    until: z.iso.datetime(),
  }),
  keptSeconds: 3600,
  async run({ config, db, clock, sms, log }, { id, siteId, memberId, until, ...data }) {
    const now = clock.now();
    if (new Date(until) <= now || !(await claimMessage(db, id, now))) return;
    const content = unseal(config, { use: "sms", owner: id }, Buffer.from(data.sealed, "base64"));
    const { to, text } = sealed.parse(JSON.parse(Buffer.from(content).toString()));
    try {
      await sms.send({ id, siteId, concerns: [memberId], to, text });
    } catch (error) {
      if (!(error instanceof SmsUncertain)) {
        await releaseMessage(db, id);
        throw error;
      }
      log.error({ sms: id, reason: error.message }, "a text message may not have been sent; it is not sent again");
    }
  },
});

type Queueing = Pick<Services, "config" | "jobs" | "random" | "securityEvents">;

/** Queues a text message in the transaction of the change of which it informs (rule 7). */
export async function queueSms(services: Queueing, db: Db, message: NewSms): Promise<void> {
  const { config, jobs, random } = services;
  const { siteId, memberId, to, text, until } = message;
  const id = random.uuid();
  const content = seal(config, { use: "sms", owner: id }, Buffer.from(JSON.stringify({ to, text })));
  const data = { id, siteId, memberId, sealed: content.toString("base64"), until: until.toISOString() };
  await jobs.add(db, sendSms, data);
  // each costs the operator money: an alert counts them
  services.securityEvents.record({ kind: "text_message", outcome: "ok", accountId: memberId });
}
