import type { z } from "zod";
import type { ApiKeyList, ApiKeyRow, addApiKey, revokeApiKey } from "#contract/api-keys.ts";
import type { AnswerOf } from "#contract/call.ts";
import { installationScopes, type ProgramScope } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { listSites } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { writeKey } from "#server/lib/api-key.ts";
import { nameSites } from "../sites/choose-site.ts";
import type { AuditEntry, Log } from "../staff/audit.ts";
import { confirmLogin, loggedInLongAgo } from "../staff/log-in-staff.ts";
import { hashSecret } from "./find-program.ts";
import { insertKey, listKeys, revokeKey } from "./keys-store.ts";

const stateOf = ({ revoked_at, expires_at }: { revoked_at: Date | null; expires_at: Date }, now: Date) =>
  revoked_at !== null ? "revoked" : expires_at > now ? "open" : "ended";

export async function showKeys(ctx: StaffContext): Promise<ApiKeyList> {
  const { db, now } = ctx;
  const keys = (await listKeys(db)).map(
    ({ created_at, expires_at, revoked_at, ...row }): ApiKeyRow => ({
      ...row,
      made_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      state: stateOf({ revoked_at, expires_at }, now),
    }),
  );
  return {
    sites: nameSites(await listSites(db)),
    keys: [...keys.filter(({ state }) => state === "open"), ...keys.filter(({ state }) => state !== "open")],
    password_needed: loggedInLongAgo(ctx),
  };
}

const isOfInstallation = (scope: ProgramScope) => installationScopes.some((each) => each === scope);

/** The key's id is the request's `Idempotency-Key`: a repeat makes none, and can't read the first one's secret. */
export async function addKeyByStaff(
  ctx: StaffContext,
  { name, site: siteKey, scopes: chosen, days, password }: z.output<typeof addApiKey.body>,
  log: Log,
): Promise<AnswerOf<typeof addApiKey>> {
  const { db, key: id, now, services, staff } = ctx;
  const site = siteKey === null ? null : (await listSites(db)).find(({ key }) => key === siteKey);
  if (site === undefined) throw failFields({ site: "unknown_option" });
  if (site && chosen.some(isOfInstallation)) throw failFields({ site: "unknown_option" });
  await confirmLogin(ctx, password);
  const secret = services.random.token();
  const scopes = [...new Set(chosen)].sort();
  const isNew = await inTransaction(db, async (trx) => {
    const expires_at = new Date(now.getTime() + Number(days) * dayMs);
    const origin = { secret_hash: hashSecret(secret), created_by: staff.staffId, created_at: now, expires_at };
    if (!(await insertKey(trx, { id, name, site_id: site?.id ?? null, scopes, ...origin }))) return false;
    const detail = { name, site: siteKey ?? "all", scopes: scopes.join(" "), days: Number(days) };
    await log(trx, { action: "api_key_made", subject: `key:${id}`, detail });
    return true;
  });
  return { ...(await showKeys(ctx)), secret: isNew ? writeKey(id, secret) : null };
}

export async function revokeKeyByStaff(
  { db, staff, now }: Mutating<StaffContext>,
  { id }: z.output<typeof revokeApiKey.body>,
): Promise<AuditEntry> {
  if (!(await revokeKey(db, id, staff.staffId, now))) throw fail("staff_item_gone");
  return { action: "api_key_revoked", subject: `key:${id}` };
}
