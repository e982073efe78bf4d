// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { type Payment, paymentStatuses } from "#contract/payments.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { PaymentOutcome } from "./payment-outcome.tsx";

const request = "I expressly ask you to start right away.";

async function wordsOf(change: Partial<Payment>, debt = 0) {
  const loaded = {
    payment_id: "5b0ac1c5-3c1d-4a56-b1d4-8d11f1d5c3a1",
    status: "completed",
    credits: 10,
    settled: 0,
    amount: 746,
    refunded: 0,
    charged_back: 0,
    refunded_at: null,
    charged_back_at: null,
    withdrawn_at: null,
    undelivered: null,
    currency: "EUR",
    vat_percent: 19,
    vat: 119,
    method: "card",
    collect_on: null,
    mandate_reference: null,
    iban: null,
    stored: false,
    created_at: "2026-11-29T10:55:00.000Z",
    completed_at: null,
    made_premium: false,
    begin_request: request,
    return_to: "/members",
    ...change,
  } as Payment;
  const root = {
    settings: { name: "Rendezvous" } as Settings,
    user: { credits: 10 } as User,
    counts: { unread: 0, newLikes: 0 },
  };
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const outcome = <PaymentOutcome loaded={loaded} receipts={[]} retry="/credits" debt={debt} />;
  const page = <QueryClientProvider client={client}>{outcome}</QueryClientProvider>;
  return (await renderPage(page, { root })).container.textContent ?? "";
}

test.each(paymentStatuses)("D7.7 the request to begin at once stands with an order that counts: %s", async (status) => {
  const counts = ["open", "pending", "completed"].includes(status);
  const words = await wordsOf({ status });
  expect(words).toContain("Payment number");
  expect([words.includes(request), words.includes("Withdraw from contract here")]).toEqual([counts, counts]);
});

test("D7.5 a direct debit in progress names its mandate as the bank's statement will, and the account", async () => {
  const debit = { status: "pending", method: "sepa", collect_on: "2026-12-04" } as const;
  const words = await wordsOf({ ...debit, mandate_reference: "RV-0123456789AB", iban: "NL•• 1234" });
  expect(words).toContain("IBANNL•• 1234");
  expect(words).toContain("Mandate referenceRV-0123456789AB");
  expect(await wordsOf({ status: "completed" })).not.toContain("Mandate");
});

test("D7.8 a debit that was withdrawn from before it was collected is no failed payment", async () => {
  const words = await wordsOf({ status: "cancelled", method: "sepa", withdrawn_at: "2026-11-29T11:00:00.000Z" });
  expect(words).toContain("We’ve received your withdrawal");
  expect(words).toContain("Nothing was charged.");
  expect(words).not.toContain("Payment failed");
});

test.for([
  [{}, "Paid", true],
  [{ refunded: 746 }, "Refund ordered", false],
  [{ refunded: 200 }, "Refund ordered", true],
  [{ refunded: 746, refunded_at: "2026-11-30T10:00:00.000Z" }, "Refunded", false],
  [{ charged_back: 746 }, "Money taken back by your bank", false],
  [{ charged_back: 200 }, "Money taken back by your bank", true],
] as const)(
  "D7.7 D7.8 a refund is ordered until it is sent, and with all money back no withdrawal is offered: %j",
  async ([change, chip, offers]) => {
    const words = await wordsOf(change);
    expect([words.includes(`Details${chip}`), words.includes("Withdraw from contract here")]).toEqual([true, offers]);
  },
);

test("D7.4 a payment that the bank took back says what is owed, and that Premium has ended", async () => {
  const words = await wordsOf({ charged_back: 746, made_premium: true }, 5);
  expect(words).toContain("You owe 5 credits");
  expect(words).toContain("You’re no longer Premium.");
});

test("D7.5 a direct debit that was not paid says so, and that there are no credits", async () => {
  expect(await wordsOf({ status: "failed", method: "sepa" })).toContain("A direct debit couldn’t be collected.");
  expect(await wordsOf({ status: "failed" })).toContain("Nothing was charged.");
});
