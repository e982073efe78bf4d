import type { Device } from "#contract/auth.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { describeDevice } from "./describe-device.ts";
import { deleteDevice, deleteDevices } from "./device-store.ts";
import { endSessions } from "./end-sessions.ts";
import { findSessionById, listSessions } from "./session-store.ts";

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
