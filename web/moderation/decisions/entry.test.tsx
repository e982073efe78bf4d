// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { Entry } from "./entry.tsx";

test("D11.3 a cancelled appeal keeps its words, and the keyboard's place", async () => {
  const decision = {
    ...{ id: "d1", decision: "muted", created_at: "2026-11-28T07:00:00Z", ground: "scam", words: "", source: "report" },
    ...{ objection: null, object_until: "2027-05-28T07:00:00Z", until: null, content: null, about: null, photo: null },
  } as unknown as Parameters<typeof Entry>[0]["decision"];
  const { container } = await renderPage(<Entry decision={decision} token={undefined} />);
  const press = (label: string) =>
    act(async () => [...container.querySelectorAll("button")].find((each) => each.textContent === label)?.click());
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
