import { dayOf } from "#contract/days.ts";
import { fillPostback } from "#server/config/postback-url.ts";
import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import { type ConversionStep, insertConversion, type Money } from "./counts-store.ts";
import type { Origin } from "./origin.ts";
import { insertPostback } from "./postback-store.ts";

type Given = { db: Db; site: Pick<StoredSite, "id" | "settings">; now: Date };

/** Stores a conversion with its network's postback, in its own transaction. Nothing stored identifies the member. */
export async function recordConversion(
  { db, site, now }: Given,
  { step, origin, money = null }: { step: ConversionStep; origin: Origin; money?: Money | null },
): Promise<void> {
  const id = await insertConversion(db, { siteId: site.id, day: dayOf(now), step, origin, money });
  const postback = site.settings.postbacks.find(
    ({ network, steps }) => network === origin.network && steps.includes(step),
  );
  if (!postback) return;
  const { network, ref, sub1, sub2, sub3, lander, variant } = origin;
  const amount = { amount_minor: money === null ? "" : String(money.amount), currency: money?.currency ?? "" };
  const fields = { conversion: id, step, network, ref, sub1, sub2, sub3, lander, variant, ...amount };
  await insertPostback(db, id, fillPostback(postback.url, fields), now);
}
