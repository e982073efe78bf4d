import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Mail } from "./port.ts";

/** The built-in outbox: stores mails, which the operator reads at `/outbox`. None leaves the machine (D12.1). */
export function createOutboxMail(db: Db, clock: Clock): Mail {
  return {
    async send(message) {
      const headers = {
        From: `${message.fromName} <${message.from}>`,
        "Content-Language": message.language,
        ...message.headers,
      };
      await db
        .insertInto("outbox")
        .values({
          id: message.id,
          site_id: message.siteId,
          channel: "mail",
          concerns: [...message.concerns],
          recipient: message.to,
          subject: message.subject,
          body_text: message.text,
          body_html: message.html,
          headers: JSON.stringify(headers),
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
    async erase({ siteId, memberId, address }) {
      await db
        .deleteFrom("outbox")
        .where("site_id", "=", siteId)
        .where((where) =>
          where.or([
            where(sql`lower(recipient)`, "=", address.toLowerCase()),
            where("concerns", "@>", sql<string[]>`array[${memberId}]::uuid[]`),
          ]),
        )
        .execute();
    },
  };
}
