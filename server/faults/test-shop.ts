import { test as base } from "vitest";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { saveSetting } from "#server/features/sites/index.ts";

/** The fixture of tests that buy and refund a thousand times in a day of one staff member, `admin`. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("shop", { scope: "file" }, async ({}, { onCleanup }) => {
    const shop = await openShop();
    onCleanup(shop.close);
    await saveSetting(shop.services.db, shop.siteIds[0] ?? 0, "staff_refund", 10_000_000);
    return shop;
  })
  .extend("admin", { scope: "file" }, async ({ shop }) => (await staffMember(shop, "admin")).client);
