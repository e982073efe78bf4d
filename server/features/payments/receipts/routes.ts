import { getReceipts } from "#contract/receipts.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { formatNumber } from "./rules.ts";
import { listReceipts } from "./store.ts";
import { writeReceipt } from "./write-receipt.ts";

export const receiptsRoutes: Handler[] = [
  handle(getReceipts, async ({ db, site, viewer, services, language }, { query }) => {
    const own = { memberId: viewer.memberId, siteId: site.id, paymentId: query.payment };
    const rows = await listReceipts(db, own);
    return {
      receipts: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        number: formatNumber(row),
        document: writeReceipt(services.texts, language, row),
        pdf: `/receipts/${row.id}`,
      })),
    };
  }),
];
