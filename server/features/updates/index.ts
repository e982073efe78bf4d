import * as contract from "#contract/updates.ts";
import { defineFeature } from "#server/feature.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { type MemberData, memberTable, technical } from "#server/member-data.ts";
import { countNewUpdates, findUpdates, markSeen } from "./store.ts";

export { addUpdate, deleteUpdates, deleteUpdatesTo } from "./store.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("updates", "member_id", { withheld: { id: technical }, orderBy: "created_at" }),
];

const updatesRoutes: Handler[] = [
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

export const updates = defineFeature({
  routes: updatesRoutes,
  memberData,
  retention: [{ table: "updates", column: "created_at", keepDays: 365 }],
});
