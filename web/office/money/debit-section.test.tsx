// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { PaymentFile } from "#contract/staff-payments.ts";
import { renderPage } from "#web/test-dom.tsx";
import { DebitSection } from "./debit-section.tsx";

const debit = {
  reference: "RV-1B11C17501FE",
  iban: "NL•• •••• 1234",
  collect_on: "2026-11-30",
  cancellable: true,
  iban_refused_at: null,
};
const payment = { id: "p1", member: { id: "m1", name: "Henk" }, credits: 25, events: [] } as unknown as PaymentFile;

test("D7.5 a collection is cancelled after a question that says what becomes of credits and what the buyer hears", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ ok: true });
  });
  const { container } = await renderPage(<DebitSection payment={payment} debit={debit} posted={undefined} />);
  const press = (label: string) =>
    act(async () => {
      const buttons = [...container.querySelectorAll("button")];
      buttons.findLast(({ textContent }) => textContent === label)?.click();
    });
  const field = container.querySelector<HTMLInputElement>("input[name=reason]");
  await act(async () => {
    if (!field) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "Not hers");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const question = () => container.querySelector("dialog")?.textContent ?? "";
  await press("Cancel the collection");
  expect([question(), sent]).toEqual([expect.stringContaining("“Cancelled”. The 25 credits"), []]);
  expect(question()).not.toContain("Refuse this IBAN");
  await press("Let it run");
  expect([question(), sent]).toEqual(["", []]);
  // one step for both, instead of a second form
  expect(container.querySelector("#iban")).toBeNull();
  await act(async () => container.querySelector<HTMLElement>("input[name=refuse_iban]")?.click());
  await press("Cancel the collection");
  expect(question()).toContain("Refuse this IBANFrom then on no member of this site can pay from this IBAN");
  await press("Cancel the collection");
  expect(sent).toEqual([{ payment_id: "p1", reason: "Not hers", refuse_iban: true }]);
  expect(container.querySelector("[role=status]")?.textContent).toBe("We’re asking the provider…");
  expect([...container.querySelectorAll("form")].filter((form) => form.closest("#iban") === null)).toEqual([]);
});

test("D7.5 without a reason it is refused, and nothing is asked before", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ code: "invalid_input", fields: { reason: "required" } }, { status: 400 });
  });
  const { container } = await renderPage(<DebitSection payment={payment} debit={debit} posted={undefined} />);
  await act(async () => container.querySelector<HTMLElement>("button[type=submit]")?.click());
  expect(container.querySelector("dialog")).toBeNull();
  expect(sent).toEqual([{ payment_id: "p1", reason: "", refuse_iban: false }]);
});

test.for([
  [true, "The provider was asked on"],
  [false, ""],
] as const)(
  "D7.5 who opens the page of a collection later reads that its end was asked for: still possible %s",
  async ([cancellable, words]) => {
    const asked = { kind: "debit_cancel_asked", at: "2026-11-20T12:00:00Z" };
    const later = { ...payment, events: [asked] } as unknown as PaymentFile;
    const { container } = await renderPage(
      <DebitSection payment={later} debit={{ ...debit, cancellable }} posted={undefined} />,
    );
    expect(container.querySelector("[role=status]")?.textContent).toMatch(words === "" ? /^$/ : new RegExp(words));
  },
);

test("D7.5 finance refuses the IBAN of a direct debit, accepts it again, and finds the buyer from there", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { method, body }: { method: string; body: string }) => {
    sent.push([method, JSON.parse(body)]);
    return Response.json({ ok: true });
  });
  const open = async (refusedAt: string | null) => {
    const refused = { ...debit, cancellable: false, iban_refused_at: refusedAt };
    const { container } = await renderPage(<DebitSection payment={payment} debit={refused} posted={undefined} />);
    const part = container.querySelector("#iban");
    expect(part?.querySelector("a")?.getAttribute("href")).toContain("/staff/members/m1");
    const field = part?.querySelector<HTMLInputElement>("input[name=reason]");
    await act(async () => {
      if (!field) return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "Never agreed");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await act(async () => part?.querySelector("button")?.click());
    return part?.textContent ?? "";
  };
  expect(await open(null)).not.toContain("since");
  expect(await open("2026-11-20T12:00:00Z")).toContain("20 Nov 2026");
  const body = { payment_id: "p1", reason: "Never agreed" };
  expect(sent).toEqual([
    ["POST", body],
    ["DELETE", body],
  ]);
});
