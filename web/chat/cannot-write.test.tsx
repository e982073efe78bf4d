// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { LimitReached, Silent } from "./cannot-write.tsx";

test("D6.2 a member who may start no more chats reads what a message costs beside the way to the credits", async () => {
  const dearest = { credits: 10, price: 849 };
  const range = { costs: 60, most: 85, currency: "GBP", cheapest: { credits: 100, price: 5995 }, dearest };
  const costs = { ...range, smallest: dearest, welcome: {} };
  const settings = { message_credits: 1, minimum_message_costs: { GB: costs } } as unknown as Settings;
  const user = { credits: 0, profile: { country: "GB" } } as User;
  const root = { settings, user, counts: { unread: 0, newLikes: 0 } };
  const { container } = await renderPage(<LimitReached viewer="anna" partner="ben" />, { root });
  expect(container.querySelector("a")?.getAttribute("href")).toMatch(/^\/credits/);
  expect(container.textContent).toContain("1 credit (£0.60–£0.85)");
  expect(container.textContent).toContain("From £8.49, for 10 credits.");
});

test.for([
  ["muted", "You can’t write to others right now.", "/decisions"],
  ["consent_withdrawn", "You withdrew your consent, so you can’t like anyone", "/notifications/consents"],
] as const)(
  "D11.4 D11.5 a member who can't write knows it before they write, with the way on: %s",
  async ([silence, title, path]) => {
    const { container } = await renderPage(<Silent viewer="anna" partner="ben" silence={silence} />);
    expect(container.textContent).toContain(title);
    expect(container.querySelector("a")?.getAttribute("href")).toBe(path);
  },
);
