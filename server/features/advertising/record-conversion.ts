import { dayOf } from "#contract/days.ts";
import { fillPostback } from "#server/config/postback-url.ts";
import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import type { SiteSettings } from "#server/site-settings.ts";
import { type ConversionStep, type ConvertedMoney, insertConversion } from "./counts-store.ts";
import type { Origin } from "./origin.ts";
import { insertPostback } from "./postback-store.ts";

/** The networks that learn what a click brought, if its visitor agrees. */
export const clickNetworks = ({ postbacks }: Pick<SiteSettings, "postbacks">): string[] =>
  postbacks.flatMap(({ network, url }) => (url === undefined ? [] : [network]));

type Given = { db: Db; site: Pick<StoredSite, "id" | "settings">; now: Date };
type Conversion = {
  step: ConversionStep;
  origin: Origin;
  /** The member agreed that the network may learn what its click brought. */
  sharesClick: boolean;
  money?: ConvertedMoney | null;
};

/**
 * Stores a conversion in its own transaction, without whose it is. With the member's yes the network gets a postback
 * for its click, else the conversion waits for the sum of its day.
 */
export async function recordConversion(
  { db, site, now }: Given,
  { step, origin, sharesClick, money = null }: Conversion,
): Promise<void> {
  const { network, ref, sub1, sub2, sub3, lander, variant } = origin;
  const postback = site.settings.postbacks.find((each) => each.network === network && each.steps.includes(step));
  const clickUrl = sharesClick && `${sub1}${sub2}${sub3}` !== "" ? postback?.url : undefined;
  const toSum = clickUrl === undefined && postback?.sums_url !== undefined;
  const id = await insertConversion(db, { siteId: site.id, day: dayOf(now), step, origin, money, toSum });
  if (clickUrl === undefined) return;
  const amount = { amount_minor: money === null ? "" : String(money.amount), currency: money?.currency ?? "" };
  const fields = { conversion: id, step, network, ref, sub1, sub2, sub3, lander, variant, ...amount };
  await insertPostback(db, { conversionId: id, conversions: 1, url: fillPostback(clickUrl, fields), now });
}
