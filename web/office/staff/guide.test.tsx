// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { StaffRole } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Guide } from "./guide.tsx";

const open = (role: StaffRole) =>
  renderPage(<Guide role={role} />, { root: { settings: { name: "Rendezvous" } as Settings } });

test("D11.2 the guide for moderators says where things stand, which keys do what, and what each queue asks", async () => {
  const { container } = await open("moderator");
  const text = container.textContent ?? "";
  // the section about sealed pictures comes before the grounds
  expect(text.indexOf("sexual picture of a child")).toBeLessThan(text.indexOf("sealed for the police: see above"));
  expect(text).toContain("in reports 1 to 5 and B are the measures");
  expect(text).toContain("Warn first");
  const queues = ["Profile photos", "Photos in chats", "Reports", "Voice messages", "Appeals", "Verification"];
  const titles = [...container.querySelectorAll("h3")].map(({ textContent }) => textContent);
  expect(titles).toEqual([...queues, "Age checks", "Profile texts", "Flagged first messages", "Complaints"]);
  expect(text).toContain("without a login nothing proves who the sender is");
});

test("D11.2 the guide begins with its contents, shows the queues of the reader's role only, and leads to the police", async () => {
  const { container } = await open("finance");
  const titles = [...container.querySelectorAll("h3")].map(({ textContent }) => textContent);
  expect(titles).toEqual(["Complaints", "Withdrawals", "Payments to check", "Second person needed"]);
  expect(container.textContent).not.toContain("What each measure does");
  const anchors = [...container.querySelectorAll("nav a")].map((link) => link.getAttribute("href") ?? "");
  expect(anchors).toContain("#queue-complaints");
  for (const anchor of anchors) expect(container.querySelector(anchor), anchor).not.toBeNull();
  const german = container.querySelector('a[aria-label="Online form: Germany"]');
  expect(german?.getAttribute("href")).toBe("https://portal.onlinewache.polizei.de/");
});
