import { z } from "zod";
import { defineCall } from "./call.ts";
import { figureRoles } from "./constants.ts";
import { calendarDay } from "./text.ts";

const key = z.string().max(60, "invalid");
const count = z.int();

/** What happened on a site in a period. */
export const overviewRow = z.object({
  site: key,
  name: z.string(),
  visits: count,
  signups: count,
  confirmations: count,
  purchases: count,
  /** Members who were here within the last 30 days, whatever the period. */
  active: count,
  /** In minor units, VAT included, by the dates of receipts, credit notes and chargebacks. */
  money: z.array(z.object({ currency: z.string(), paid: count, back: count, chargebacks: count, charged_back: count })),
});
export type OverviewRow = z.output<typeof overviewRow>;

export const getOverview = defineCall({
  method: "GET",
  path: "/api/staff-overview.php",
  summary: "Money, chargebacks, advertising and members of each site in a period (UTC); default: the present month.",
  who: "staff",
  roles: figureRoles,
  query: z.object({ from: calendarDay.optional(), to: calendarDay.optional() }),
  answer: z.object({ from: calendarDay, to: calendarDay, sites: z.array(overviewRow) }),
});
