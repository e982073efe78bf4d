import * as contract from "#contract/content-notices.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { objectToNotice, showNotice } from "./read-notice.ts";
import { receiveNotice } from "./receive-notice.ts";

export const contentNoticesRoutes: Handler[] = [
  handle(contract.sendNotice, (ctx, { body }) => receiveNotice(ctx, body)),
  handle(contract.getNotice, async (ctx, { query: { token } }) => ({ notice: await showNotice(ctx, token) })),
  handle(contract.objectToNotice, async (ctx, { body: { token, text } }) => ({
    notice: await objectToNotice(ctx, token, text),
  })),
];
