import { mailOwner } from "#server/features/mails/index.ts";
import type { OpenSessionInput } from "#server/http/lookups.ts";
import type { Services } from "#server/services.ts";
import { describeDevice } from "./describe-device.ts";
import { countDevices } from "./device-store.ts";
import { findOwner } from "./store.ts";

/** For so long the first browser of an account is the one it was made on, in milliseconds. */
const newAccountMs = 3_600_000;

/**
 * Tells an account's owner by mail of a login from a browser that never logged in before; not of the one that the
 * account was made on, and not where the address is not known to be theirs.
 */
export async function notifyNewDevice(
  services: Services,
  { accountId, site, now, ip, userAgent, origin }: OpenSessionInput,
) {
  const { db, geo } = services;
  const owner = await findOwner(db, accountId);
  if (owner.status !== "active") return;
  const young = now.getTime() - owner.created_at.getTime() < newAccountMs;
  if (young && (await countDevices(db, accountId)) === 1) return;
  await mailOwner({ db, services, site, origin }, owner, {
    kind: "new_device",
    path: "/notifications#devices",
    ...describeDevice(userAgent),
    country: geo.countryOf(ip),
    at: now.toISOString(),
  });
}
