import * as contract from "#contract/privacy.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { deleteAccount } from "./delete-account.ts";
import { requestDownload } from "./request-download.ts";
import { requestReactivation } from "./request-reactivation.ts";
import { showDownload } from "./show-download.ts";

export const privacyRoutes: Handler[] = [
  handle(contract.deleteAccount, async (ctx, { body }) => ({ until: (await deleteAccount(ctx, body)).toISOString() })),
  handle(contract.requestReactivation, async (ctx, { body }) => {
    await requestReactivation(ctx, body.email);
    return { ok: true };
  }),
  handle(contract.getDownload, async ({ db, viewer, now }) => ({
    download: await showDownload(db, viewer.memberId, now),
  })),
  handle(contract.requestDownload, async (ctx) => {
    await requestDownload(ctx);
    return { download: await showDownload(ctx.db, ctx.viewer.memberId, ctx.now) };
  }),
];
