import type { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import { disputeRowsShown, type getDisputes } from "#contract/disputes.ts";
import { addMonths, monthsBetween } from "#contract/months.ts";
import type { Db } from "#server/db/pool.ts";
import type { Staff } from "#server/http/handle.ts";
import { readMonths } from "../money/rules.ts";
import { chooseSites } from "../sites/choose-site.ts";
import { countDisputes, merchantsOf } from "./dispute-store.ts";
import { cardDisputesOf, otherDisputesOf } from "./ratios.ts";

type Query = z.output<typeof getDisputes.query>;
type Asked = { db: Db; staff: Pick<Staff, "sites">; now: Date };

/** All rows of a period, the newest month first. */
export async function listDisputes({ db, staff, now }: Asked, query: Query) {
  const { chosen, ids: siteIds } = await chooseSites(db, staff, query.site);
  const { from, to, latest } = readMonths(query, now);
  const merchants = await merchantsOf(db, chosen);
  // a sum over some sites of a company would pass for the company's
  const own = staff.sites === null ? merchants : merchants.filter(({ site }) => site !== null);
  const counts = await countDisputes(db, { siteIds, from: addMonths(from, -1), until: addMonths(to, 1) });
  const months = monthsBetween(from, to).reverse();
  return {
    site: query.site ?? null,
    ...{ from, to, latest },
    cards: cardDisputesOf(counts, own, months),
    others: otherDisputesOf(
      counts,
      own.filter(({ site }) => site !== null),
      months,
    ),
  };
}

export async function showDisputes(asked: Asked, query: Query): Promise<AnswerOf<typeof getDisputes>> {
  const { cards, others, ...question } = await listDisputes(asked, query);
  return {
    ...question,
    cards: cards.slice(0, disputeRowsShown),
    others: others.slice(0, disputeRowsShown),
    more: cards.length > disputeRowsShown || others.length > disputeRowsShown,
  };
}
