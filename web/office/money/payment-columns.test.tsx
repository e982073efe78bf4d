// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { PaymentChip } from "./payment-columns.tsx";

const paid = { status: "completed", amount: 995, refunded: 0, refunding: false, charged_back: 0 } as const;

test.for([
  [{}, "Paid", true],
  [{ refunded: 995, refunding: true }, "Refund ordered", false],
  [{ refunded: 995 }, "Refunded", false],
  [{ charged_back: 995 }, "Charged back", false],
] as const)(
  "D7.8 the state of a payment is green only while all of it is paid: %j",
  async ([change, words, isGood]) => {
    const { container } = await renderPage(<PaymentChip payment={{ ...paid, ...change }} />);
    expect(container.textContent).toBe(words);
    expect(container.innerHTML.includes("good")).toBe(isGood);
  },
);
