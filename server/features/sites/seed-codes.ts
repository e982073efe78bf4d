import { welcomeCode, welcomePercentage, welcomeWindowSeconds } from "#contract/discounts.ts";
import type { Db } from "#server/db/pool.ts";
import { insertCode } from "./codes-store.ts";

/** Gives a new site the welcome code (R9.03, R1.10). A second call changes nothing. */
export async function seedCodes(db: Db, siteId: number, now: Date): Promise<void> {
  await insertCode(db, {
    site_id: siteId,
    code: welcomeCode,
    percentage: welcomePercentage,
    validity: "once-per-user",
    first_purchase: true,
    window_seconds: welcomeWindowSeconds,
    created_at: now,
  });
}
