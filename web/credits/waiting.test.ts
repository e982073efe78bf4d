import { expect, test } from "vitest";
import type { Payment } from "#contract/payments.ts";
import { listWaitingPayments } from "./waiting.ts";

const idsOf = (...statuses: Payment["status"][]) =>
  listWaitingPayments(statuses.map((status, id) => ({ id, status, withdrawn_at: null }))).map(({ id }) => id);

test("R4.04 each payment that is being processed is shown with the prices", () => {
  expect(idsOf("pending", "completed", "pending")).toEqual([0, 2]);
  expect(idsOf("completed", "failed", "cancelled")).toEqual([]);
});

test("R4.04 an order that is not paid yet is shown until a newer one follows it", () => {
  expect(idsOf("open", "pending", "open")).toEqual([0, 1]);
  expect(idsOf("completed", "open")).toEqual([]);
});

test("D7.7 an order that the buyer withdrew from is not waited for", () => {
  const payments = (["open", "pending"] as const).map((status) => ({ status, withdrawn_at: "2026-11-20T18:00:00Z" }));
  expect(listWaitingPayments(payments)).toEqual([]);
});
