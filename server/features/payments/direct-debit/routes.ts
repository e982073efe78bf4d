import {
  authoriseDirectDebit,
  confirmDirectDebit,
  getDirectDebit,
  getMandateForm,
  sendNewCode,
} from "#contract/direct-debit.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { assertAllowedNow } from "./assert-allowed.ts";
import { authorise } from "./authorise.ts";
import { confirm } from "./confirm.ts";
import { assertConfirmed, findDirectDebit } from "./direct-debits-store.ts";
import { replaceCode } from "./send-code.ts";
import { findOffer, showDirectDebit, showForm } from "./show-direct-debit.ts";

export const directDebitRoutes: Handler[] = [
  handle(getMandateForm, async (ctx, { query }) => {
    const { db, viewer, now } = ctx;
    await assertConfirmed(db, viewer.memberId);
    const offer = await findOffer(ctx, query);
    const left = await assertAllowedNow(db, ctx, { amount: offer.amount, currency: offer.bundle.currency });
    return showForm(offer, left, now);
  }),
  handle(authoriseDirectDebit, async (ctx, { body }) => ({
    direct_debit: await showDirectDebit(ctx.db, await authorise(ctx, body), ctx.now),
  })),
  handle(getDirectDebit, async ({ db, site, viewer, now }, { query }) => {
    const row = await findDirectDebit(db, { id: query.id, memberId: viewer.memberId, siteId: site.id });
    if (!row) throw fail("direct_debit_not_found");
    return { direct_debit: await showDirectDebit(db, row, now) };
  }),
  handle(sendNewCode, async (ctx, { body }) => ({
    direct_debit: await showDirectDebit(ctx.db, await replaceCode(ctx, body.id), ctx.now),
  })),
  handle(confirmDirectDebit, async (ctx, { body }) => ({ payment: await confirm(ctx, body.id, body.code) })),
];
