import { getDisputes } from "#contract/disputes.ts";
import { csvLine } from "#server/lib/csv.ts";
import { serveStaffCsv } from "../staff/serve-staff-csv.ts";
import { listDisputes } from "./show-disputes.ts";

const headings =
  "month site name method chargebacks payments payments_month_before visa_ratio mastercard_ratio level".split(" ");

const fraction = (ratio: number | null) => (ratio === null ? null : { decimal: ratio.toFixed(6) });

/** Cards with both ratios, then the other methods, which have none. Rows of a company have no site. */
function* linesOf({ cards, others }: Pick<Awaited<ReturnType<typeof listDisputes>>, "cards" | "others">) {
  yield csvLine(headings);
  for (const { month, site, name, disputes, visa, mastercard, level } of cards) {
    const ratios = [fraction(visa.ratio), fraction(mastercard.ratio)];
    yield csvLine([month, site, name, "card", disputes, visa.payments, mastercard.payments, ...ratios, level]);
  }
  for (const { month, site, name, method, disputes, payments } of others) {
    yield csvLine([month, site, name, method, disputes, payments, null, null, null, null]);
  }
}

export const serveDisputesCsv = serveStaffCsv(
  "disputes",
  getDisputes,
  async ({ services: { db }, staff, now }, query) => {
    const { site, from, to, ...rows } = await listDisputes({ db, staff, now }, query);
    return { name: `disputes-${site ?? "all"}-${from}-${to}`, lines: linesOf(rows) };
  },
);
