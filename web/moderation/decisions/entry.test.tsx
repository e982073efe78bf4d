// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { Entry } from "./entry.tsx";

const decision = {
  ...{ id: "d1", decision: "muted", created_at: "2026-11-28T07:00:00Z", ground: "scam", words: "", source: "report" },
  ...{ objection: null, object_until: "2027-05-28T07:00:00Z", until: null, content: null, about: null, photo: null },
} as unknown as Parameters<typeof Entry>[0]["decision"];

/** A page that shows what was sent once it is loaded anew. */
function Loaded() {
  const [isNew, setNew] = useState(false);
  const objection = { text: "I only answered.", at: "2026-12-01T07:00:00Z", answer: null };
  return (
    <>
      <Entry decision={isNew ? { ...decision, objection } : decision} token={undefined} />
      <button type="button" onClick={() => setNew(true)}>
        Load
      </button>
    </>
  );
}

const pressIn = (container: HTMLElement) => (label: string) =>
  act(async () => [...container.querySelectorAll("button")].find((each) => each.textContent === label)?.click());

test("D11.3 a cancelled appeal keeps its words, and the keyboard's place", async () => {
  const { container } = await renderPage(<Entry decision={decision} token={undefined} />);
  const press = pressIn(container);
  const field = () => container.querySelector("textarea");
  await press("Appeal this decision");
  await act(async () => {
    const area = field();
    if (!area) return;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, "I only answered.");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press("Cancel");
  expect([field(), document.activeElement?.textContent]).toEqual([null, "Appeal this decision"]);
  await press("Appeal this decision");
  expect(field()?.value).toBe("I only answered.");
});

test("D11.3 a sent appeal has the keyboard's place, where its form was", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}));
  const { container } = await renderPage(<Loaded />);
  const press = pressIn(container);
  await press("Appeal this decision");
  await press("Send appeal");
  await press("Load");
  expect(document.activeElement?.textContent).toMatch(/^You appealed on 1 Dec 2026/);
});
