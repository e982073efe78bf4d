import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { networkEventTypes } from "#contract/webhook-event-types.ts";
import type { addWebhook, getWebhooks, revokeWebhook, WebhookDelivery, WebhookEndpoint } from "#contract/webhooks.ts";
import { isHostAllowed, isPublicAddress } from "#server/config/public-address.ts";
import { seal } from "#server/crypto/seal.ts";
import { writeWebhookSecret } from "#server/crypto/standard-webhooks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import {
  insertEndpoint,
  insertTest,
  listDeliveries,
  listEndpoints,
  revokeEndpoint,
  sendAgain,
} from "#server/features/advertising/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import type { SiteSettings } from "#server/site-settings.ts";
import type { AuditEntry, Log } from "../staff/audit.ts";
import { confirmLogin, loggedInLongAgo } from "../staff/log-in-staff.ts";

/** How many deliveries of an endpoint are listed. */
const listed = 20;

const networksOf = ({ postbacks }: Pick<SiteSettings, "postbacks">) => postbacks.map(({ network }) => network);

type Listed = Awaited<ReturnType<typeof listDeliveries>>[number];

const toDelivery = ({ id, type, created_at, status, attempts, outcome, http_status, detail }: Listed) =>
  ({
    ...{ id, type, at: created_at.toISOString(), state: status, attempts },
    ...{ outcome, status: http_status, detail },
  }) as WebhookDelivery;

export async function showWebhooks(ctx: StaffContext): Promise<AnswerOf<typeof getWebhooks>> {
  const { db } = ctx;
  const byEndpoint = Map.groupBy(await listDeliveries(db, listed), ({ endpoint_id }) => endpoint_id);
  const endpoints = (await listEndpoints(db)).map(
    ({ created_at, revoked_at, revoked_by, ...row }): WebhookEndpoint => ({
      ...row,
      made_at: created_at.toISOString(),
      state: revoked_at === null ? "open" : revoked_by === null ? "gone" : "revoked",
      deliveries: (byEndpoint.get(row.id) ?? []).map(toDelivery),
    }),
  );
  return {
    sites: (await listSites(db)).map(({ key, settings }) => ({
      ...{ key, name: settings.name },
      networks: networksOf(settings),
    })),
    endpoints: [
      ...endpoints.filter(({ state }) => state === "open"),
      ...endpoints.filter(({ state }) => state !== "open"),
    ],
    password_needed: loggedInLongAgo(ctx),
  };
}

/** The sender checks again what the name leads to. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  return isPlain && isHostAllowed(url, isPublicAddress);
}

/** Its id is the request's `Idempotency-Key`: a repeat makes none, and can't read the first one's secret. */
export async function addWebhookByStaff(
  ctx: StaffContext,
  { label, url, site: siteKey, network, events: chosen, password }: z.output<typeof addWebhook.body>,
  log: Log,
): Promise<AnswerOf<typeof addWebhook>> {
  const { db, key: id, now, services, staff } = ctx;
  const sites = await listSites(db);
  const site = siteKey === null ? null : sites.find(({ key }) => key === siteKey);
  if (site === undefined) throw failFields({ site: "unknown_option" });
  if (network !== null) {
    const networks = (site === null ? sites : [site]).flatMap(({ settings }) => networksOf(settings));
    if (!networks.includes(network)) throw failFields({ network: "unknown_option" });
    const isOfNetworks = (type: string) => networkEventTypes.some((each) => each === type);
    if (!chosen.every(isOfNetworks)) throw failFields({ events: "unknown_option" });
  }
  if (!isAddress(url)) throw failFields({ url: "invalid" });
  await confirmLogin(ctx, password);
  const key = Buffer.from(services.random.token(), "base64url");
  const secret_sealed = seal(services.config, { use: "webhook", owner: id }, key);
  const events = [...new Set(chosen)].sort();
  const isNew = await inTransaction(db, async (trx) => {
    const endpoint = { id, label, url, site_id: site?.id ?? null, network, events, secret_sealed };
    if (!(await insertEndpoint(trx, { ...endpoint, created_by: staff.staffId, created_at: now }))) return false;
    const detail = { label, url, site: siteKey ?? "all", network, events: events.join(" ") };
    await log(trx, { action: "webhook_made", subject: `webhook:${id}`, detail });
    return true;
  });
  return { secret: isNew ? writeWebhookSecret(key) : null };
}

type Named = z.output<typeof revokeWebhook.body>;

export async function revokeWebhookByStaff(
  { db, staff, now }: Mutating<StaffContext>,
  { id }: Named,
): Promise<AuditEntry> {
  if (!(await revokeEndpoint(db, id, staff.staffId, now))) throw fail("staff_item_gone");
  return { action: "webhook_revoked", subject: `webhook:${id}` };
}

export async function testWebhookByStaff({ db, now }: Mutating<StaffContext>, { id }: Named): Promise<AuditEntry> {
  if (!(await insertTest(db, id, now))) throw fail("staff_item_gone");
  return { action: "webhook_tested", subject: `webhook:${id}` };
}

export async function resendWebhookByStaff({ db, now }: Mutating<StaffContext>, { id }: Named): Promise<AuditEntry> {
  if (!(await sendAgain(db, id, now))) throw fail("staff_item_gone");
  return { action: "webhook_resent", subject: `delivery:${id}` };
}
