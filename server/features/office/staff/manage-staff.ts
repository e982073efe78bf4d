import { Secret } from "otpauth";
import { adminRoles, type StaffRole } from "#contract/constants.ts";
import type { staffStates } from "#contract/staff.ts";
import { seal } from "#server/crypto/seal.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { canonicalAddress, hashPassword, hashToken, revokePasskeys } from "#server/features/auth/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import type { Random } from "#server/lib/random.ts";
import type { Services } from "#server/services.ts";
import { revokeKeysOf } from "../programs/keys-store.ts";
import { lifetimes, sealedFor } from "./rules.ts";
import {
  deleteClaims,
  deleteStaffSessions,
  findAll,
  findByEmail,
  findEndedDemoLogin,
  hasOnlyDemoSites,
  insertStaff,
  isLastAdmin,
  lockAdmins,
  replaceInvitation,
  updateStaff,
} from "./staff-store.ts";

type InvitationContext = { db: Unlocked; random: Random; now: Date };

async function invite({ random, now }: InvitationContext, db: Db, staffId: string): Promise<string> {
  const token = random.token();
  const expiresAt = new Date(now.getTime() + lifetimes.invitation);
  await replaceInvitation(db, staffId, { tokenHash: hashToken(token), expiresAt });
  return token;
}

/** Adds a staff login; returns the token of its invitation, or undefined if the address is taken. */
export async function addStaff(
  ctx: InvitationContext,
  { email, name, role }: { email: string; name: string; role: StaffRole },
): Promise<string | undefined> {
  const { db, random, now } = ctx;
  return await inTransaction(db, async (trx) => {
    const id = random.uuid();
    if (!(await insertStaff(trx, { id, email, name, role, created_at: now }))) return undefined;
    return await invite(ctx, trx, id);
  });
}

async function requireByEmail(db: Db, typed: string) {
  const staff = await findByEmail(db, canonicalAddress(typed) ?? typed);
  if (!staff) throw new Error(`No staff member has the address "${typed}".`);
  return staff;
}

/** Disables a staff login, ends its sessions and revokes its API keys at once. Throws if no login has this address. */
export async function disableStaff(db: Unlocked, email: string): Promise<{ name: string }> {
  const staff = await requireByEmail(db, email);
  await inTransaction(db, async (trx) => {
    await updateStaff(trx, staff.id, { enabled: false });
    await replaceInvitation(trx, staff.id, null);
    await deleteStaffSessions(trx, staff.id);
    await revokeKeysOf(trx, staff.id);
  });
  return { name: staff.name };
}

/** What became of a change of role; `last_admin`: no other admin can log in, so nothing was changed. */
type RoleChange = "changed" | "same" | "last_admin";

/**
 * Ends the login's sessions and claims at once, and revokes the API keys of a former admin. `demo`: this installation
 * shows the demo world.
 */
export async function changeStaffRole(
  db: Unlocked,
  { email, role, demo }: { email: string; role: StaffRole; demo: boolean },
): Promise<{ name: string; before: StaffRole; change: RoleChange }> {
  return await inTransaction(db, async (trx) => {
    // two commands at once can't take the role of two admins who each were the other's substitute
    await lockAdmins(trx);
    const { id, name, role: before } = await requireByEmail(trx, email);
    if (before === role) return { name, before, change: "same" };
    if (await isLastAdmin(trx, id, demo)) return { name, before, change: "last_admin" };
    await updateStaff(trx, id, { role });
    await deleteStaffSessions(trx, id);
    await deleteClaims(trx, id);
    if (!adminRoles.includes(role)) await revokeKeysOf(trx, id);
    return { name, before, change: "changed" };
  });
}

/** Limits a staff member to some sites; null: they work on all. Their claims end, and their next request knows it. */
export async function limitStaff(db: Db, staffId: string, sites: readonly number[] | null): Promise<void> {
  await updateStaff(db, staffId, { site_ids: sites && [...sites] });
  await deleteClaims(db, staffId);
}

/** The same by an address, with the keys of the sites. Throws if there is no such login or site. */
export async function limitStaffByEmail(db: Unlocked, email: string, keys: readonly string[] | null) {
  const ids = keys && (await siteIdsOf(db, keys));
  const { id, name } = await requireByEmail(db, email);
  await inTransaction(db, (trx) => limitStaff(trx, id, ids));
  return { name };
}

/** Resets a login after a lost phone, or to enable it again. Returns the token of a new invitation. */
export async function resetStaff(ctx: InvitationContext, email: string): Promise<string> {
  const { db } = ctx;
  const login = await requireByEmail(db, email);
  return await inTransaction(db, async (trx) => {
    await updateStaff(trx, login.id, {
      enabled: false,
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      demo: false,
    });
    await deleteStaffSessions(trx, login.id);
    await revokePasskeys(trx, { kind: "staff", id: login.id });
    return await invite(ctx, trx, login.id);
  });
}

export type StaffState = (typeof staffStates)[number];

/** Everyone of the staff, with the keys of their sites; null: all. */
export async function listStaff(db: Db, now: Date) {
  const rows = await findAll(db);
  const ended = await findEndedDemoLogin(db);
  const keys = new Map((await listSites(db)).map((site) => [site.id, site.key]));
  return rows.map((row) => {
    const { id, email, name, role, last_login_at: lastLogin } = row;
    const sites = row.sites?.flatMap((site) => keys.get(site) ?? []) ?? null;
    return { id, email, name, role, sites, state: email === ended ? "ended" : stateOf(row, now), lastLogin };
  });
}

async function siteIdsOf(db: Db, keys: readonly string[]): Promise<number[]> {
  const sites = new Map((await listSites(db)).map(({ key, id }) => [key, id]));
  return keys.map((key) => {
    const id = sites.get(key);
    if (id === undefined) throw new Error(`No site has the key "${key}". Keys are: ${[...sites.keys()].join(", ")}.`);
    return id;
  });
}

function stateOf(row: { enabled: boolean; invited_until: Date | null }, now: Date): StaffState {
  if (row.enabled) return "enabled";
  if (row.invited_until === null) return "disabled";
  return row.invited_until > now ? "invited" : "invitation_over";
}

export type DemoStaff = { email: string; name: string; role: StaffRole; password: string; secret: string };

/** Adds it once; `secret` is base32. False if a site is no demo site; one that is added later ends the login. */
export async function addDemoStaff(
  { db, config, clock, random }: Pick<Services, "db" | "config" | "clock" | "random">,
  { email, name, role, password, secret }: DemoStaff,
): Promise<boolean> {
  if (!config.demo || !(await hasOnlyDemoSites(db))) return false;
  const id = random.uuid();
  await insertStaff(db, {
    id,
    email,
    name,
    role,
    enabled: true,
    demo: true,
    password_hash: await hashPassword(password),
    totp_secret: seal(config, sealedFor(id), Secret.fromBase32(secret).bytes),
    created_at: clock.now(),
  });
  return true;
}
