import { hourMs } from "#contract/durations.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import type { OpenSessionInput } from "#server/http/lookups.ts";
import type { Services } from "#server/services.ts";
import { describeDevice } from "./describe-device.ts";
import { countDevices } from "./device-store.ts";
import { findOwner } from "./store.ts";

/** For this long after the signup, an account's only browser counts as the one it was created in; milliseconds. */
const newAccountMs = hourMs;

/**
 * Mails an account's owner about a login from a new browser. Sends nothing for the browser the account was created in,
 * nor if the address is not confirmed.
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
