import { fairStep, getFair } from "#contract/fair.ts";
import { helpPageFor } from "#contract/fraud-help.ts";
import { fraudWarning, getFraudWarning } from "#contract/fraud-warnings.ts";
import * as contract from "#contract/moderation.ts";
import { getTransparency } from "#contract/transparency.ts";
import { lockPair } from "#server/db/locks.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { maySeeMembers } from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle, type MemberContext, type Mutating } from "#server/http/handle.ts";
import { showDay } from "./fair/rules.ts";
import { findDays } from "./fair/store.ts";
import { findWarning } from "./fraud/store.ts";
import { reportMember } from "./report-member.ts";
import { requireKnown } from "./require-known.ts";
import { toBlock } from "./rules.ts";
import { separate } from "./separate.ts";
import { deleteBlock, findBlocks, insertBlock } from "./store.ts";
import { showTransparency } from "./transparency/show-transparency.ts";

type BlockContext = Pick<
  Mutating<MemberContext>,
  "db" | "site" | "now" | "services" | "viewer" | "emit" | "afterCommit"
>;

/** Separates the two for good. Can be repeated. Throws `own_profile`, `profile_not_found`. */
export async function blockMember(ctx: BlockContext, blocked: string): Promise<void> {
  const { db, site, now, services, viewer } = ctx;
  const blocker = viewer.memberId;
  if (blocked === blocker) throw fail("own_profile");
  const pair = await lockPair(db, blocker, blocked);
  await requireKnown(ctx, blocked);
  if (!(await insertBlock(pair, { blocker, blocked, siteId: site.id, now }))) return;
  await separate({ pair, services, now, emit: ctx.emit }, blocker, blocked);
  ctx.afterCommit(() => invalidateViewer(blocked));
}

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
  handle(getFair, async ({ db, site }, { query }) => ({
    step: fairStep,
    days: (await findDays(db, site.id, query.by ?? "day")).map(showDay),
  })),
  handle(getFraudWarning, async ({ db, viewer }, { query }) => {
    const row = await findWarning(db, viewer.memberId, query.id);
    if (!row) throw fail("warning_not_found");
    return {
      warning: {
        name: row.about_name,
        ground: fraudWarning.shape.ground.parse(row.ground),
        last_at: row.last_at.toISOString(),
        credits: row.credits,
        warned_at: row.warned_at.toISOString(),
        lifted: row.lifted_at !== null,
        help: helpPageFor(row.country),
      },
    };
  }),
  handle(getTransparency, ({ db, site, now }, { query }) => showTransparency(db, site.id, query.year, now)),
];
