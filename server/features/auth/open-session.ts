import { hourMs } from "#contract/durations.ts";
import { settingPath } from "#contract/setting-sections.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import { markActive } from "#server/features/profiles/index.ts";
import type { OpenSessionInput } from "#server/http/lookups.ts";
import type { Services } from "#server/services.ts";
import { findOwner } from "./accounts-store.ts";
import { countDevices, isKnownDevice, recordDevice } from "./device-store.ts";
import { describeDevice } from "./devices.ts";
import { deleteSessionsOfDevice, lockAccess } from "./session-store.ts";
import { createSession, hashToken } from "./sessions.ts";

/** The format of the tokens that we set in the cookie `device`. */
const tokenFormat = /^[A-Za-z0-9_-]{43}$/;

/** Returns the tokens, and whose sessions changed; undefined if the account's ended since the check (D3.4, D3.5). */
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
    if (isNew) await notifyNewDevice(services, db, opening);
    const country = services.geo.countryOf(opening.ip);
    const newSession = { accountId, userAgent, now, device: tokenHash, country, replaces: opening.replaces };
    const session = await createSession(db, services.random, newSession);
    await markActive(db, accountId, now);
    return { session, device, ended: [...ended, accountId] };
  });
}

/** An account's only browser counts as the one that created it for this many milliseconds after the signup. */
const newAccountMs = hourMs;

/** Mails a confirmed owner about a login from a new browser, other than the one that signed up. */
async function notifyNewDevice(services: Services, db: Db, opening: OpenSessionInput) {
  const { accountId, site, now, ip, userAgent, origin } = opening;
  const owner = await findOwner(db, accountId);
  if (owner.status !== "active") return;
  const young = now.getTime() - owner.created_at.getTime() < newAccountMs;
  if (young && (await countDevices(db, accountId)) === 1) return;
  await mailOwner({ db, services, site, origin }, owner, {
    kind: "new_device",
    path: settingPath("devices"),
    ...describeDevice(userAgent),
    country: services.geo.countryOf(ip),
    at: now.toISOString(),
  });
}
