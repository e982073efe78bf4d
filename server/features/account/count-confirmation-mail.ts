import { createHmac } from "node:crypto";
import { keyFor } from "#server/config/config.ts";
import type { Context } from "#server/http/handle.ts";
import { findMailbox } from "./store.ts";

/**
 * Counts a mail that asks the owner of an address whether it is theirs. It may be a stranger's address, so a mailbox
 * gets three a day from a site, whatever accounts ask. Returns the seconds until the next one; 0: this may be sent.
 */
export async function countConfirmationMail({ db, services, site }: Context, address: string): Promise<number> {
  const { config, limits } = services;
  const mailbox = createHmac("sha256", keyFor(config.secret, "confirmation-mail")).update(
    await findMailbox(db, address),
  );
  return await limits.recordAttempt("confirmation_mail", `${site.id}:${mailbox.digest("base64url")}`);
}
