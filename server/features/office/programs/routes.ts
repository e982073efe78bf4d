import * as keys from "#contract/api-keys.ts";
import { getProgramInstallation, getProgramRefusals } from "#contract/installations.ts";
import * as contract from "#contract/programs.ts";
import * as webhooks from "#contract/webhooks.ts";
import { countListedMailboxes, listMailboxes, unlistMailboxes } from "#server/features/account/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listRefusals } from "../installations/refusals.ts";
import { showInstallation } from "../installations/show-installations.ts";
import { showNumbers } from "../numbers/show-numbers.ts";
import { handleAndShow, handleByProgram, handleLogged, handleWithOwnLog } from "../staff/audit.ts";
import { findMemberState } from "./keys-store.ts";
import { addKeyByStaff, revokeKeyByStaff, showKeys } from "./manage-keys.ts";
import {
  addWebhookByStaff,
  resendWebhookByStaff,
  revokeWebhookByStaff,
  showWebhooks,
  testWebhookByStaff,
} from "./manage-webhooks.ts";

export const programsRoutes: Handler[] = [
  handle(keys.getApiKeys, showKeys),
  handleWithOwnLog(keys.addApiKey, (ctx, { body }, log) => addKeyByStaff(ctx, body, log)),
  handleAndShow(keys.revokeApiKey, revokeKeyByStaff, showKeys),
  handle(webhooks.getWebhooks, showWebhooks),
  handleWithOwnLog(webhooks.addWebhook, (ctx, { body }, log) => addWebhookByStaff(ctx, body, log)),
  ...[
    [webhooks.revokeWebhook, revokeWebhookByStaff] as const,
    [webhooks.testWebhook, testWebhookByStaff] as const,
    [webhooks.resendWebhook, resendWebhookByStaff] as const,
  ].map(([call, change]) =>
    handleLogged(call, async (ctx, { body }) => ({ answer: {}, log: await change(ctx, body) })),
  ),
  handle(contract.getProgramNumbers, async ({ services, site, now }, { query }) => {
    return await showNumbers(services, { sites: [site.id] }, query, now);
  }),
  handle(contract.getProgramMember, async ({ db, site }, { query }) => {
    const member = await findMemberState(db, site.id, query.id);
    return {
      exists: member !== undefined,
      confirmed: (member?.confirmed_at ?? null) !== null,
      premium: member?.premium ?? false,
      banned: member?.status === "banned",
    };
  }),
  handle(getProgramInstallation, ({ services, now }) => showInstallation(services, now)),
  handle(getProgramRefusals, ({ services }) => listRefusals(services)),
  handle(contract.countProgramBans, async ({ db, site }) => ({ count: await countListedMailboxes(db, site.id) })),
  ...[
    [contract.addProgramBans, listMailboxes, "mailboxes_barred"] as const,
    [contract.removeProgramBans, unlistMailboxes, "mailboxes_unbarred"] as const,
  ].map(([call, change, action]) =>
    handleByProgram(call, async (ctx, { body }) => {
      const changed = await change(ctx, body);
      const count = await countListedMailboxes(ctx.db, ctx.site.id);
      // how many, and none of the addresses; a call that changed nothing is in the log, too
      const log = { action, subject: `site:${ctx.site.key}`, detail: { mailboxes: changed } };
      return { answer: { changed, count }, log };
    }),
  ),
];
