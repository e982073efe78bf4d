import { inTransaction } from "#server/db/transaction.ts";
import type { OpenSessionInput } from "#server/http/lookups.ts";
import type { Services } from "#server/services.ts";
import { isKnownDevice, recordDevice } from "./device-store.ts";
import { notifyNewDevice } from "./notify-new-device.ts";
import { deleteSessionsOfDevice } from "./session-store.ts";
import { createSession, hashToken } from "./sessions.ts";

/** What the cookie `device` holds when we gave it. */
const shape = /^[A-Za-z0-9_-]{43}$/;

/**
 * Opens a session in a browser, whatever ways in led to it, in place of the one it had (D3.4). The browser is known from
 * now on (D3.5); where it was not before, the account is told by mail. Answers both tokens, and whose sessions ended.
 */
export async function openSession(services: Services, opening: OpenSessionInput) {
  const { accountId, userAgent, now } = opening;
  return await inTransaction(services.db, async (db) => {
    // a token that nobody was given here could have been slipped in
    const given = opening.device && shape.test(opening.device) ? opening.device : null;
    const device = given && (await isKnownDevice(db, hashToken(given), now)) ? given : services.random.token();
    const tokenHash = hashToken(device);
    const ended = await deleteSessionsOfDevice(db, tokenHash, opening.replaces);
    if (await recordDevice(db, { tokenHash, accountId, userAgent, now }))
      await notifyNewDevice({ ...services, db }, opening);
    const country = services.geo.countryOf(opening.ip);
    const made = { accountId, userAgent, now, device: tokenHash, country, replaces: opening.replaces };
    const session = await createSession(db, services.random, made);
    return { session, device, ended: [...ended, accountId] };
  });
}
