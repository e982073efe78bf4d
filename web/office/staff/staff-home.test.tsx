// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { QueueList, StaffPages } from "./staff-home.tsx";

test("DSA 18 the home page puts a queue with a danger first, marks it with how many such items wait, and empty ones last", async () => {
  const oldest = new Date().toISOString();
  const queues = [
    { name: "chat_photos" as const, waiting: 0, urgent: 0, oldest: null, target_hours: 1 },
    { name: "photos" as const, waiting: 3, urgent: 0, oldest, target_hours: 4 },
    { name: "reports" as const, waiting: 2, urgent: 1, oldest, target_hours: 24 },
  ];
  const { container } = await renderPage(<QueueList queues={queues} />);
  const items = [...container.querySelectorAll("nav li")].map((item) => item.textContent ?? "");
  expect(items.map((text) => text.includes("Someone may be in danger, or under 18: 1"))).toEqual([
    ...[true, false, false],
  ]);
  expect(items[2]).toContain("Nothing waiting");
  expect(items[0]).toContain("Reports");
});

test("D11.4 the pages of the back office are grouped by people, money and system, each for its roles", async () => {
  const groupsOf = async (role: "moderator" | "finance" | "admin", everywhere = true) => {
    const { container } = await renderPage(<StaffPages role={role} everywhere={everywhere} />);
    return [...container.querySelectorAll("section")].map((group) => [
      group.querySelector("h2")?.textContent,
      [...group.querySelectorAll("a")].map(({ textContent }) => textContent),
    ]);
  };
  expect(await groupsOf("moderator")).toEqual([["People", ["Members", "Your first day"]]]);
  expect((await groupsOf("finance")).map(([title]) => title)).toEqual(["People", "Money and figures"]);
  const [, , system] = await groupsOf("admin");
  expect(system).toEqual(["System", ["Sites", "Audit log", "Operations", "Installations", "API keys", "Webhooks"]]);
  const [, , some] = await groupsOf("admin", false);
  expect(some).toEqual(["System", ["Sites", "Audit log"]]);
});
