// @vitest-environment happy-dom
import { act, type ComponentProps } from "react";
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import type { Withdrawable } from "#contract/withdrawals.ts";
import { reloadEvent } from "#web/lib/chunk-reload.ts";
import { useForm } from "#web/lib/use-form.ts";
import { routeScreens } from "#web/route-screens.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Received } from "./received.tsx";
import { type DeclaredWithdrawal, GuestForm, MemberForm, sendWithdrawal } from "./withdrawal-forms.tsx";

function Guest() {
  return <GuestForm form={useForm(sendWithdrawal, undefined)} chosen={null} />;
}

test("R4.24 D7.7 what a guest typed into a withdrawal is there again after the page reloads itself", async () => {
  const numberIn = (container: HTMLElement) => container.querySelector<HTMLInputElement>("input[name=number]");
  const before = await renderPage(<Guest />);
  const field = numberIn(before.container);
  if (field === null) throw new Error("the form has no number");
  await act(async () => {
    field.value = "R-2026-17";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  dispatchEvent(new Event(reloadEvent));
  before.container.remove();
  const after = await renderPage(<Guest />);
  expect(numberIn(after.container)?.value).toBe("R-2026-17");
});

test("D7.7 a purchase that was withdrawn from is not chosen for another withdrawal", async () => {
  const bought = { created_at: "2026-11-28T10:00:00.000Z", completed_at: "2026-11-28T10:01:00.000Z", currency: "EUR" };
  const purchase = (payment_id: string, withdrawn_at: string | null) =>
    ({ ...bought, payment_id, withdrawn_at, credits: 10, amount: 999, refund: { amount: 0 } }) as Withdrawable;
  const chosenIn = async (purchases: Withdrawable[]) => {
    const form = { failure: null, pending: false, submit: () => {} } as unknown as ComponentProps<
      typeof MemberForm
    >["form"];
    const { container } = await renderPage(<MemberForm purchases={purchases} chosen={null} form={form} />);
    return container.querySelector<HTMLInputElement>("input:checked")?.value;
  };
  const ended = purchase("ended", "2026-11-29T10:00:00.000Z");
  expect(await chosenIn([ended])).toBeUndefined();
  expect(await chosenIn([ended, purchase("spent", null)])).toBe("spent");
});

test("R4.24 who lost Premium by a withdrawal reads so at once; who kept it, or was paid nothing, does not", async () => {
  const readAs = async (premium: boolean, amount: number, email?: string) => {
    const refund: DeclaredWithdrawal["refund"] = { amount, credits: 10, currency: "EUR" };
    const declared = { received_at: "2026-11-29T11:02:50.000Z", refund, ...(email && { email }) };
    const settings = { name: "Rendezvous" } as Settings;
    const root = { settings, user: { paid_user: premium } as User, counts: { unread: 0, newLikes: 0 } };
    const { container } = await renderPage(<Received {...declared} />, { root });
    return container.textContent?.includes("You’re no longer Premium.");
  };
  expect(await readAs(false, 746)).toBe(true);
  expect(await readAs(true, 746)).toBe(false);
  expect(await readAs(false, 0)).toBe(false);
  expect(await readAs(false, 746, "her@example.org")).toBe(false);
});

test("R4.24 what members typed is kept over a reload but on the pages of an order", () => {
  const unkept = routeScreens.filter(({ screen }) => screen.mood === "paying").map(({ id }) => id);
  expect(unkept).toContain("directdebit");
  expect(unkept.filter((id) => id.includes("withdraw"))).toEqual([]);
});
