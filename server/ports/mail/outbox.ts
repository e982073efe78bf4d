import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/pool.ts";
import type { Mail } from "./port.ts";

/** The built-in outbox: mails stay here to be read at `/outbox`, none leaves the machine (D12.1). */
export function createOutboxMail(db: Db, clock: Clock): Mail {
  return {
    name: "outbox",
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
  };
}
