import * as contract from "#contract/privacy.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { requestDownload, showDownload } from "./downloads.ts";

export const privacyRoutes: Handler[] = [
  handle(contract.getDownload, async ({ db, viewer, now }) => ({
    download: await showDownload(db, viewer.memberId, now),
  })),
  handle(contract.requestDownload, async (ctx) => {
    await requestDownload(ctx);
    return { download: await showDownload(ctx.db, ctx.viewer.memberId, ctx.now) };
  }),
];
