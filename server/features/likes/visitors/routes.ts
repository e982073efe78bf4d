import * as contract from "#contract/visitors.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { countNewVisitors, listVisitors } from "./list-visitors.ts";
import { markSeen } from "./store.ts";

export const visitorsRoutes: Handler[] = [
  handle(contract.getVisitors, (ctx, { query }) => listVisitors(ctx, query.cursor)),
  handle(contract.seeVisitors, async ({ db, site, viewer }, { body }) => {
    await markSeen(db, viewer.memberId, body.ids);
    return { new_visitors: await countNewVisitors(db, site, viewer.memberId) };
  }),
];
