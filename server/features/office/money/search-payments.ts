import { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { dayMs } from "#contract/durations.ts";
import { type findPayments, paymentsShown } from "#contract/money.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/pool.ts";
import { formatNumber, parseNumber } from "#server/features/payments/index.ts";
import { encodeCursor, pageOf, readCursor } from "#server/http/cursor.ts";
import type { Staff } from "#server/http/handle.ts";
import { chooseSites } from "../sites/choose-site.ts";
import { listPaymentsOfSites } from "./books-store.ts";

type Query = z.output<(typeof findPayments)["query"]>;

const end = z.tuple([z.iso.datetime(), z.uuid()]);

/** What a number may be: a payment's id, a receipt's number, a mandate's reference, else that of a provider. */
function readNumber(typed: string) {
  if (isUuid(typed)) return { paymentId: typed };
  const mandate = /^RV-([0-9A-F]{12})$/i.exec(typed)?.[1];
  if (mandate !== undefined) return { mandate: mandate.toLowerCase() };
  return parseNumber(typed) ?? { reference: typed };
}

/** The references of mandates and the numbers of receipts in a text, as buyers read them in mails and statements. */
export function readNumbersIn(text: string) {
  const mandates = [...text.matchAll(/\bRV-([0-9A-F]{12})\b/gi)].map(([, id = ""]) => id.toLowerCase());
  const receipts = [...text.matchAll(/\b\d{4}-\d{6}\b/g)].flatMap(([number]) => parseNumber(number) ?? []);
  return { mandates, receipts };
}

export async function searchPayments(
  db: Db,
  staff: Pick<Staff, "sites">,
  query: Query,
): Promise<AnswerOf<typeof findPayments>> {
  const { number = "", status, method, returned, buyers, debits, site, from, to, cursor } = query;
  const { ids: siteIds } = await chooseSites(db, staff, site);
  const after = readCursor(end, cursor);
  const rows = await listPaymentsOfSites(db, {
    siteIds,
    number: number === "" ? null : readNumber(number),
    status,
    method,
    returned,
    buyers,
    debits,
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(Date.parse(to) + dayMs),
    after: after && { at: new Date(after[0]), id: after[1] },
    limit: paymentsShown + 1,
  });
  const { page, last } = pageOf(rows, paymentsShown);
  return {
    payments: page.map(({ year, number: receipt, created_at, ...row }) => ({
      ...row,
      number: year === null || receipt === null ? null : formatNumber({ year, number: receipt }),
      created_at: created_at.toISOString(),
    })),
    cursor: last ? encodeCursor([last.created_at.toISOString(), last.payment_id]) : null,
  };
}
