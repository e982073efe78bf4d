import * as contract from "#contract/moderation.ts";
import { maySeeMembers } from "#server/features/visibility/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { blockMember } from "./block-member.ts";
import { reportMember } from "./report-member.ts";
import { toBlock } from "./rules.ts";
import { deleteBlock, findBlocks } from "./store.ts";

export const moderationRoutes: Handler[] = [
  handle(contract.getBlocks, async ({ db, viewer, site }) => {
    const [rows, ageProved] = await Promise.all([findBlocks(db, viewer.memberId), maySeeMembers(db, site, viewer)]);
    return { blocks: rows.flatMap((row) => toBlock(row, site, { memberId: viewer.memberId, ageProved }) ?? []) };
  }),
  handle(contract.blockMember, async (ctx, { body }) => {
    await blockMember(ctx, body.id);
    return { blocked: true };
  }),
  handle(contract.unblockMember, async ({ db, viewer }, { body }) => {
    await deleteBlock(db, viewer.memberId, body.id);
    return { blocked: false };
  }),
  handle(contract.reportMember, (ctx, { body }) => reportMember(ctx, body)),
];
