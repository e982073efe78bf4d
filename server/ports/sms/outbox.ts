import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Sms } from "./port.ts";

/** Stores messages beside the mails; the operator reads them at `/outbox`. None leaves the machine. */
export function createOutboxSms(db: Db, clock: Clock): Sms {
  return {
    async send({ id, siteId, concerns, to, text }) {
      await db
        .insertInto("outbox")
        .values({
          id,
          site_id: siteId,
          channel: "sms",
          concerns: [...concerns],
          recipient: to,
          subject: text,
          body_text: text,
          body_html: null,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
    async erase({ siteId, memberId }) {
      await db
        .deleteFrom("outbox")
        .where("channel", "=", "sms")
        .where("site_id", "=", siteId)
        .where("concerns", "@>", sql<string[]>`array[${memberId}]::uuid[]`)
        .execute();
    },
  };
}
