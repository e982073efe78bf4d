import * as contract from "#contract/updates.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { countNewUpdates, findUpdates, markSeen } from "./store.ts";

export const updatesRoutes: Handler[] = [
  handle(contract.getUpdates, async ({ db, viewer }) => {
    const rows = await findUpdates(db, viewer.memberId, contract.updatesShown);
    return {
      updates: rows.map(({ id, kind, path, created_at, seen_at }) => {
        return { id, kind, path, created_at: created_at.toISOString(), update_new: seen_at === null };
      }),
    };
  }),
  handle(contract.seeUpdates, async ({ db, viewer, now }, { body }) => {
    await markSeen(db, viewer.memberId, body.ids, now);
    return { new_updates: await countNewUpdates(db, viewer.memberId) };
  }),
];
