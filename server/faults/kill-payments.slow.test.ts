import { afterAll, expect, test } from "vitest";
import { startKillableProduct } from "./test-killable-product.ts";

const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const shop = await startKillableProduct();
afterAll(() => shop.close());

test(`D7.4 kill -9 between Mollie's yes and our booking, ${rounds} rounds: each order is charged once, booked once`, async () => {
  for (let round = 1; round <= rounds; round += 1) {
    // with more than two rounds the kill hits before, within and after the booking's transaction
    const delayMs = rounds === 2 ? 0 : (round * 7) % 61;
    const statuses = round % 2 === 1 ? await shop.buy(delayMs) : await shop.repeat(delayMs);
    expect({ round, delayMs, statuses, ...(await shop.books()) }).toEqual({
      round,
      delayMs,
      statuses: [200, 200, 200],
      paid: round,
      ledger: Array.from({ length: round }, () => ({ amount: 10, cause: "purchase" })),
      wallet: { credits: 10 * round, debt: 0 },
      receipts: Array.from({ length: round }, (_, index) => ({ number: index + 1 })),
    });
  }
}, 1_800_000);
