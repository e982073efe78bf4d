// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { MemberSearch } from "./member-search.tsx";

async function show() {
  const { container, router } = await renderPage(
    <>
      <MemberSearch />
      <textarea />
    </>,
  );
  const field = container.querySelector<HTMLInputElement>("input[name=text]");
  const press = (target: Element) =>
    act(async () => target.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true })));
  return { container, router, field, press };
}

test("D11.4 the key / leads to the search for members, unless it is typed in a field", async () => {
  const { container, field, press } = await show();
  const area = container.querySelector("textarea");
  area?.focus();
  if (area) await press(area);
  expect(document.activeElement).toBe(area);
  area?.blur();
  await press(document.body);
  expect(document.activeElement).toBe(field);
});

test("D11.4 what is searched for stands in the history of the page of members, never in its address", async () => {
  const { container, router, field } = await show();
  expect(container.querySelector("form")?.getAttribute("method")).toBe("post");
  await act(async () => {
    if (field) field.value = "eva@example.org";
    container.querySelector("button")?.click();
  });
  const { pathname, search, state } = router.state.location;
  expect([pathname, search, state]).toEqual([
    "/staff/members",
    "",
    { sought: { text: "eva@example.org" }, asked: expect.any(Number) },
  ]);
});
