import Bowser from "bowser";
import type { Device } from "#contract/auth.ts";
import { readHostCookie } from "#server/http/cookies.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, MemberContext } from "#server/http/handle.ts";
import { deleteDevice, deleteDevices, isKnownDevice } from "./device-store.ts";
import { endSessions } from "./end-sessions.ts";
import { findSessionById, listSessions } from "./session-store.ts";
import { hashToken } from "./sessions.ts";

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/** Browser and system, null if unknown: a caller's own words must not get into our mails. */
export function describeDevice(userAgent: string): Pick<Device, "browser" | "system"> {
  if (userAgent === "") return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const nameIn = (names: Set<string>, name: string | undefined) => (name && names.has(name) ? name : null);
  return { browser: nameIn(browsers, browser.name), system: nameIn(systems, os.name) };
}

const noAccount = "00000000-0000-0000-0000-000000000000";

/** What strangers do must not count against it. The query also runs for unknown accounts, to take the same time. */
export async function findKnownDevice(
  { db, request, now }: Pick<Context, "db" | "request" | "now">,
  accountId: string | undefined,
): Promise<string | undefined> {
  const token = readHostCookie(request, "device");
  if (!token) return undefined;
  const hash = hashToken(token);
  return (await isKnownDevice(db, hash, now, accountId ?? noAccount)) ? hash.toString("base64url") : undefined;
}

export async function showDevices({ db, viewer, now }: MemberContext): Promise<{ devices: Device[] }> {
  const rows = await listSessions(db, viewer.memberId, now);
  const devices = rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.user_agent),
    country: row.country,
    first_seen: row.first_seen.toISOString(),
    last_seen: row.used_at.toISOString(),
    current: row.token_hash.equals(viewer.tokenHash),
  }));
  return { devices: devices.sort((a, b) => Number(b.current) - Number(a.current)) };
}

/** Logs one device out and forgets it: its next login sends the new-device mail. */
export async function endDevice(ctx: MemberContext, id: string): Promise<void> {
  const { db, viewer } = ctx;
  const session = await findSessionById(db, viewer.memberId, id);
  if (!session) throw fail("device_not_found");
  if (session.token_hash.equals(viewer.tokenHash)) ctx.closeSession();
  await endSessions(ctx, viewer.memberId, { only: session.token_hash });
  if (session.device_hash) await deleteDevice(db, viewer.memberId, session.device_hash);
}

/** Logs every other device out and forgets it, including devices that are logged out already. */
export async function endOtherDevices(ctx: MemberContext): Promise<void> {
  const { db, viewer } = ctx;
  const own = (await listSessions(db, viewer.memberId, ctx.now)).find((row) => row.token_hash.equals(viewer.tokenHash));
  await endSessions(ctx, viewer.memberId, { except: viewer.tokenHash });
  await deleteDevices(db, viewer.memberId, own?.device_hash ?? undefined);
}
