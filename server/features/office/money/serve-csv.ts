import { z } from "zod";
import { getMoney } from "#contract/money.ts";
import { formatNumber } from "#server/features/payments/index.ts";
import type { CsvCell } from "#server/lib/csv.ts";
import { chooseSites } from "../sites/choose-site.ts";
import { serveStaffCsv, writePages } from "../staff/serve-staff-csv.ts";
import { type CsvRow, listIssued } from "./books-store.ts";
import { moneyCell } from "./money-cell.ts";
import { readPeriod } from "./rules.ts";

const query = getMoney.query.extend({ currency: z.string().regex(/^[A-Z]{3}$/) });

const headings =
  "number kind issued_at site company country method credits currency gross vat_percent vat net payment quarter sold_in ip_country payer_country".split(
    " ",
  );

function cellsOf(row: CsvRow, currency: string): CsvCell[] {
  const sign = row.kind === "receipt" ? 1 : -1;
  const signed = (minor: number) => moneyCell(sign * minor, currency);
  return [
    formatNumber(row),
    row.kind,
    row.at.toISOString(),
    row.site,
    row.company,
    row.country,
    row.method,
    row.credits * sign,
    currency,
    signed(row.amount),
    row.percent,
    signed(row.vat),
    signed(row.amount - row.vat),
    row.payment_id,
    row.quarter,
    row.sold_in,
    row.ip_country,
    row.payer_country,
  ];
}

export const serveReceiptsCsv = serveStaffCsv(
  "receipts",
  { ...getMoney, query },
  async ({ services: { db }, staff, now }, asked) => {
    const { currency, site } = asked;
    const { first, last, from, until } = readPeriod(asked, now);
    const { ids: siteIds } = await chooseSites(db, staff, site);
    const read = (after: CsvRow | null, limit: number) =>
      listIssued(db, { siteIds, from, until }, { currency, after, limit });
    const lines = writePages(headings, read, (row) => cellsOf(row, currency));
    return { name: `receipts-${currency}-${first}-${last}`, lines };
  },
);
