import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import type { StaffMember } from "#contract/staff.ts";
import type { Config } from "#server/config/config.ts";
import { readToken, signToken } from "#server/crypto/signed-token.ts";
import type { Db } from "#server/db/pool.ts";
import { hashToken } from "#server/features/auth/index.ts";
import { clearHostCookie, readHostCookie, setHostCookie } from "#server/http/cookies.ts";
import type { Context, Staff } from "#server/http/handle.ts";
import { appendLog } from "./audit.ts";
import { lifetimes } from "./rules.ts";
import {
  deleteStaffSession,
  findStaffSessionRow,
  insertStaffSession,
  touchSession,
  updateStaff,
} from "./staff-store.ts";

const idBytes = 16;
const timeBytes = 6;

/** Marks a browser by a signed token, so that nothing is stored; it allows attempts of the browser's own. */
function markStaffDevice({ services, request, reply, now }: Context, staffId: string): void {
  const body = Buffer.alloc(idBytes + timeBytes);
  Buffer.from(services.random.token(), "base64url").copy(body, 0, 0, idBytes);
  body.writeUIntBE(now.getTime() + cookieDays.device * dayMs, idBytes, timeBytes);
  const token = signToken(services.config, { use: "staff-device", owner: staffId }, body).toString("base64url");
  setHostCookie(request, reply, "staff_device", token, { seconds: cookieDays.device * 86_400, sameSite: "strict" });
}

/** The id of this browser, if this staff member has logged in with it; undefined if not, or if that is too long ago. */
export function findStaffDevice({ services, request, now }: Context, staffId: string): string | undefined {
  const token = Buffer.from(readHostCookie(request, "staff_device") ?? "", "base64url");
  const body = readToken(services.config, { use: "staff-device", owner: staffId }, token, idBytes + timeBytes);
  if (!body || body.readUIntBE(idBytes, timeBytes) <= now.getTime()) return undefined;
  return body.toString("base64url", 0, idBytes);
}

const touchMs = 60_000;

/** Returns null if it has expired or was idle too long. Records activity at most once a minute. */
export async function findStaffSession(
  { db, config }: { db: Db; config: Pick<Config, "demo"> },
  request: FastifyRequest,
  now: Date,
): Promise<(Staff & { member: StaffMember }) | null> {
  const token = readHostCookie(request, "staff");
  if (!token) return null;
  const tokenHash = hashToken(token);
  const idleSince = new Date(now.getTime() - lifetimes.idle);
  const row = await findStaffSessionRow(db, tokenHash, { now, idleSince, demo: config.demo });
  if (!row) return null;
  if (now.getTime() - row.used_at.getTime() >= touchMs) await touchSession(db, tokenHash, now);
  const { id, email, name, role, sites, sites_here: here } = row;
  const member = { id, email, name, role };
  return { staffId: id, role, sites: here, everywhere: sites === null, openedAt: row.opened_at, member };
}

/** Opens a session of at most 8 hours, which replaces the one that this browser had; the browser is known then. */
export async function openStaffSession(ctx: Context, { id: staffId, role }: Pick<StaffMember, "id" | "role">) {
  const { db, services, request, reply, userAgent, now } = ctx;
  const token = services.random.token();
  await endSessionOf(db, request);
  await insertStaffSession(db, {
    token_hash: hashToken(token),
    staff_id: staffId,
    user_agent: userAgent,
    created_at: now,
    used_at: now,
    expires_at: new Date(now.getTime() + lifetimes.session),
  });
  await updateStaff(db, staffId, { last_login_at: now });
  await appendLog(db, { staffId, role }, now, { action: "logged_in" });
  // the browser never sends it with a request from another site, not even for a link
  setHostCookie(request, reply, "staff", token, { seconds: lifetimes.session / 1000, sameSite: "strict" });
  markStaffDevice(ctx, staffId);
}

async function endSessionOf(db: Db, request: FastifyRequest): Promise<void> {
  const token = readHostCookie(request, "staff");
  if (token) await deleteStaffSession(db, hashToken(token));
}

export async function closeStaffSession(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endSessionOf(db, request);
  clearHostCookie(request, reply, "staff");
  reply.header("clear-site-data", '"cache"');
}
