import { z } from "zod";
import type { refundAll as call } from "#contract/money.ts";
import { lockAccount } from "#server/db/locks.ts";
import { withEmit } from "#server/emit.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { listOwed, refundUnspent } from "#server/features/payments/index.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { forEachRow, type InRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { type CarryOut, propose } from "../proposals/propose.ts";
import { chooseSite } from "../sites/choose-site.ts";
import type { AuditEntry } from "../staff/audit.ts";
import { type ClosingRefund, findRunning, insertClosing, setFinished } from "./closing-store.ts";

const batch = 100;
const proposed = z.object({ site: z.string() });

/** The site, which sells nothing. */
async function chooseClosing(ctx: Parameters<typeof chooseSite>[0], site: string) {
  const { chosen } = await chooseSite(ctx, site);
  if (chosen.settings.sales === "on") throw fail("sales_open");
  return chosen;
}

/** Proposes to refund all that a site's members bought and have not spent; a second person always confirms it. */
export async function proposeRefundAll(
  ctx: StaffContext,
  { site, reason }: z.output<typeof call.body>,
): Promise<AuditEntry> {
  const { id: siteId } = await chooseClosing(ctx, site);
  return await propose(ctx, { kind: "refund_all", change: { site }, reason, siteId }, async () => undefined);
}

/** Starts it once. */
export const carryOutRefundAll: CarryOut = async (ctx, { change, staff_id: staffId }) => {
  const { id: siteId, key } = await chooseClosing(ctx, proposed.parse(change).site);
  const closing = { siteId, staffId, confirmedBy: ctx.staff.staffId, startedAt: ctx.now };
  if (!(await insertClosing(ctx.db, closing))) throw fail("staff_item_gone");
  return { action: "refund_all_started", subject: `site:${key}` };
};

/** Refunds a member in a transaction of their own, so that a run that is cut off goes on where it was. */
async function refundMember(services: Services, closing: ClosingRefund, memberId: string, inRow: InRow): Promise<void> {
  const now = services.clock.now();
  const by = { staffId: closing.staffId, confirmedBy: closing.confirmedBy };
  await withEmit(services.events, async (emit) => {
    const credits = await inRow(async (trx) => {
      const db = await lockAccount(trx, memberId);
      await refundUnspent({ db, services, now }, memberId, { reason: "site_closed", by });
      return await balanceOf(db, memberId);
    });
    invalidateViewer(memberId);
    emit(memberId, { type: "credits", credits });
  });
}

/**
 * Refunds all of the sites for which two people have started it. Each member is refunded once in a run: a refund that
 * the provider refuses is not tried again and again, but paid by hand.
 */
export const refundClosingSites = defineScheduledJob({
  name: "refund-closing-sites",
  every: "*/5 * * * *",
  expireInSeconds: 3_300,
  async run(services) {
    const { db, clock } = services;
    const failure = { failure: "a member was not refunded", about: (member: string) => ({ member }) };
    for (const closing of await findRunning(db)) {
      const { siteId, startedAt: since } = closing;
      const members = inBatches(
        (after: string | undefined, limit) => listOwed(db, { siteId, since, after, limit }),
        batch,
      );
      await forEachRow(services, members, failure, (id, inRow) => refundMember(services, closing, id, inRow));
      await setFinished(db, closing.id, clock.now());
    }
  },
});
