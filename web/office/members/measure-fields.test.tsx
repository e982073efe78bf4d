// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { MemberFile } from "#contract/staff-members.ts";
import { renderPage } from "#web/test-dom.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { MeasureForm } from "./measure-fields.tsx";
import { TellAuthority } from "./safety.tsx";

const member = { id: "m1", name: "Rolf", version: 3, status: "active", language: "nl" } as MemberFile["member"];
const replies = [{ title: "Polite", text: "Please stay polite.", id: null }];

/** The bodies of all calls that change something, but for those that only read. */
function catchBodies(ended = [{ queue: "photos", count: 2 }]) {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit = {}) => {
    if (body) bodies.push(JSON.parse(String(body)));
    return Response.json({
      ok: true,
      contacts: 2,
      credits: 1,
      unspent: [],
      ends: [{ queue: "photos", count: 2 }],
      reports: 3,
      ended,
    });
  });
  return bodies;
}

async function change(container: HTMLElement, selector: string, value: string) {
  const field = container.querySelector<HTMLSelectElement | HTMLInputElement>(selector);
  if (!field) throw new Error(selector);
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  await act(async () => {
    set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  });
}
const press = (container: HTMLElement, selector: string) =>
  act(async () => container.querySelector<HTMLElement>(selector)?.click());
const pressText = (container: HTMLElement, text: string) =>
  act(async () => [...container.querySelectorAll("button")].find((each) => each.textContent === text)?.click());

test("D11.2 the form of a measure on a member's page has saved replies, and the lengths that reports have", async () => {
  const bodies = catchBodies([]);
  const { container } = await renderPage(
    <ToastProvider>
      <MeasureForm member={member} unspent={[]} measure_replies={replies} />
    </ToastProvider>,
  );
  expect(container.textContent).toContain("In your own words, for the memberLanguage: Dutch.");
  await change(container, "select[name=measure]", "suspended");
  const lengths = [...container.querySelectorAll("select[name=days] option")].map(({ textContent }) => textContent);
  expect(lengths).toEqual(["1 day", "3 days", "7 days", "14 days", "30 days", "90 days", "Until a day you choose"]);
  await change(container, "select[name=days]", "date");
  await change(container, "input[name=until]", "2027-01-04");
  await change(container, "select[name=ground]", "harassment");
  await pressText(container, "Polite");
  expect(container.querySelector("input[name=authority_told]")).toBeNull();
  await press(container, "button[type=submit]");
  const until = new Date("2027-01-04T00:00").toISOString();
  const words = "Please stay polite.";
  expect(bodies).toEqual([{ id: "m1", version: 3, measure: "suspended", ground: "harassment", words, until }]);
  expect(container.querySelector(".toast")?.textContent).toContain(
    `Member suspended${member.name} · The member gets an email with your words.`,
  );
});

test("D11.2 the measure against another account of the same person begins with that of the first, and can be changed", async () => {
  const bodies = catchBodies();
  const form = <MeasureForm member={member} unspent={[]} measure_replies={replies} />;
  const { container, router } = await renderPage(form);
  const values = () =>
    ["select[name=measure]", "select[name=ground]", "textarea[name=words]"].map(
      (field) => container.querySelector<HTMLInputElement>(field)?.value,
    );
  expect(values()).toEqual(["warned", "", ""]);
  const preset = { measure: "banned", ground: "scam", words: "A fraud." };
  await act(() => router.navigate("/elsewhere"));
  await act(() => router.navigate("/", { state: { preset } }));
  expect(values()).toEqual(["banned", "scam", "A fraud."]);
  await change(container, "select[name=measure]", "suspended");
  await change(container, "textarea[name=words]", "The same fraud.");
  await press(container, "button[type=submit]");
  expect(bodies).toMatchObject([{ id: "m1", measure: "suspended", ground: "scam", words: "The same fraud." }]);
});

test("DSA 18 a ban on a member's page for a danger asks if the police were told, and shows the words before it is sent", async () => {
  const bodies = catchBodies();
  const { container } = await renderPage(
    <ToastProvider>
      <MeasureForm member={member} unspent={[]} measure_replies={replies} />
    </ToastProvider>,
  );
  await change(container, "select[name=measure]", "banned");
  await change(container, "select[name=ground]", "danger");
  await change(container, "textarea[name=words]", "You threatened someone.");
  await press(container, "input[name=authority_told]");
  await change(container, "input[name=authority_reference]", "POL-7/26");
  await press(container, "button[type=submit]");
  expect(bodies).toEqual([]);
  expect(container.querySelector("dialog blockquote")?.textContent).toBe("You threatened someone.");
  const effects = container.querySelector("dialog ul")?.textContent;
  expect(effects).toContain("Open reports about them that still wait for a decision: 3");
  expect(effects).toContain("What then no longer waits for a decision: Profile photos (2)");
  await press(container, "dialog button[class*=danger]");
  expect(container.querySelector(".toast")?.textContent).toContain(
    "no longer waits for a decision either: Profile photos (2)",
  );
  expect(bodies).toMatchObject([{ measure: "banned", authority_told: true, authority_reference: "POL-7/26" }]);
});

test("DSA 18 that the police were told is added to a member's page afterwards, of the newest decided report or of none", async () => {
  const bodies = catchBodies();
  const report = { id: "r1", made: false, open: false, reason: "danger", other: null, at: "2026-11-20T12:00:00Z" };
  const reports = [{ ...report, id: "r3", open: true }, { ...report, id: "r2", made: true }, report];
  const { container } = await renderPage(
    <ToastProvider>
      <TellAuthority id="m1" reports={reports as NonNullable<MemberFile["safety"]>["reports"]} />
    </ToastProvider>,
  );
  const values = [...container.querySelectorAll("option")].map(({ value }) => value);
  expect(values).toEqual(["r1", ""]);
  await change(container, "input[name=reference]", "POL-8/26");
  await press(container, "button[type=submit]");
  expect(bodies).toEqual([{ id: "m1", report: "r1", reference: "POL-8/26" }]);
  expect(container.textContent).toContain("Saved.");
});
