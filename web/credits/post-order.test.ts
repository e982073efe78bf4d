import { expect, test } from "vitest";
import { startPayment } from "#contract/payments.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";
import { postOrder, toOrderBody } from "./post-order.ts";

/** Posts the form of an order whose call fails. */
async function post(fields: Record<string, string>) {
  const body = new URLSearchParams({ bundle_id: "s", amount: "995", key: "k", ...fields });
  const call = async () => {
    throw new ApiFailure(502, "payment_unavailable", "Try again.");
  };
  return await postOrder({ call } as unknown as Page, new Request("http://site/credits/s", { method: "POST", body }));
}

test("R2.23 D7.7 a posted order that fails says why, and keeps the chosen method and whether to store it", async () => {
  const { data, init } = await post({ method: "card", remember: "on", begin_at_once: "1" });
  expect([init?.status, data.failure?.message]).toEqual([400, "Try again."]);
  expect(data.chosen).toEqual({ method: "card", remember: true, begin: true });
  expect((await post({ method: "ideal" })).data.chosen).toEqual({ method: "ideal", remember: false, begin: false });
  const methodId = "7b8a1a52-8c4e-4f0e-9d8a-3f1f3f0b8a11";
  expect((await post({ method: methodId })).data.chosen?.method).toBe(methodId);
});

test("R2.23 an order without a method and the consent is faulted for both at once", () => {
  const { error } = startPayment.body.safeParse(toOrderBody({ bundle_id: newKey(), amount: "995" }, undefined));
  expect(error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
    ["method", "required"],
    ["begin_at_once", "begin_required"],
  ]);
});
