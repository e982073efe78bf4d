import { inTransaction } from "#server/db/transaction.ts";
import { markActive } from "#server/features/profiles/index.ts";
import type { OpenSessionInput } from "#server/http/lookups.ts";
import type { Services } from "#server/services.ts";
import { isKnownDevice, recordDevice } from "./device-store.ts";
import { notifyNewDevice } from "./notify-new-device.ts";
import { deleteSessionsOfDevice, lockAccess } from "./session-store.ts";
import { createSession, hashToken } from "./sessions.ts";

/** The format of the tokens that we set in the cookie `device`. */
const tokenFormat = /^[A-Za-z0-9_-]{43}$/;

/**
 * Opens a session in a browser, after any kind of login, and replaces the browser's former session (D3.4). The browser
 * is known from now on (D3.5); if the account did not know it, the owner gets a mail. The member is online at once.
 * Returns the tokens of the session and the browser, and the accounts whose sessions changed. Undefined, with nothing
 * stored, if the sessions of the account were ended after the login was checked: a reset, for instance, ends logins
 * that are under way.
 */
export async function openSession(services: Services, opening: OpenSessionInput) {
  const { accountId, userAgent, now } = opening;
  return await inTransaction(services.db, async (db) => {
    if (!(await lockAccess(db, accountId, opening.epoch))) return undefined;
    // create a new token instead of an unknown one, which an attacker could have planted in the browser
    const sentDevice = opening.device && tokenFormat.test(opening.device) ? opening.device : null;
    const isKnown = sentDevice !== null && (await isKnownDevice(db, hashToken(sentDevice), now));
    const device = isKnown ? sentDevice : services.random.token();
    const tokenHash = hashToken(device);
    const ended = await deleteSessionsOfDevice(db, tokenHash, opening.replaces);
    const isNew = await recordDevice(db, { tokenHash, accountId, userAgent, now });
    if (isNew) await notifyNewDevice({ ...services, db }, opening);
    const country = services.geo.countryOf(opening.ip);
    const newSession = { accountId, userAgent, now, device: tokenHash, country, replaces: opening.replaces };
    const session = await createSession(db, services.random, newSession);
    await markActive(db, accountId, now);
    return { session, device, ended: [...ended, accountId] };
  });
}
