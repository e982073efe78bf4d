// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { BonusContext, type TimeBonus } from "#web/member-parts/bonus-state.ts";
import { renderPage } from "#web/test-dom.tsx";
import { MessagePrice } from "./message-price.tsx";

const gb = { costs: 60, most: 85, currency: "GBP", smallest: { credits: 10, price: 849 } };
const welcome = { costs: 45, most: 64, smallest_price: 637 };
const settings = {
  message_credits: 1,
  signup_credits: 5,
  minimum_message_costs: { GB: { ...gb, welcome } },
} as unknown as Settings;
const bonus: TimeBonus = { percentage: 25, expires: "2026-11-28T22:11:00Z", left: 1, endsAt: 1 };

type Shown = { credits?: number; running?: TimeBonus | null; automatic?: boolean };

async function show({ credits = 5, running = null, automatic = false }: Shown) {
  const user = { id: "anna", status: "active", credits, profile: { country: "GB" } } as User;
  const price = <MessagePrice member={{ fictional: false, automatic }} />;
  const element = <BonusContext value={running}>{price}</BonusContext>;
  const root = { settings, user, counts: { unread: 0, newLikes: 0 } };
  return (await renderPage(element, { root })).container;
}

test("D6.5 one line says what a message costs, in credits and in money, and what the member has", async () => {
  const container = await show({});
  expect(container.textContent).toBe("A message: 1 credit (£0.60–£0.85) 5 credits left");
  expect(container.querySelector("details")).toBeNull();
});

test("R4.14 while the welcome discount runs the line is as short; what follows it is behind the line", async () => {
  const container = await show({ running: bonus });
  expect(container.querySelector("summary")?.textContent).toBe("A message: 1 credit (£0.45–£0.64) 5 credits left");
  expect(container.querySelector("details:not([open]) > div")?.textContent).toMatch(
    /^25% off your first purchase until .+, then £0\.60–£0\.85$/,
  );
});

test("R2.09 with too few credits the balance leads to the credits, outside of the line that opens", async () => {
  const container = await show({ credits: 0, running: bonus });
  expect(container.querySelector("summary a")).toBeNull();
  expect(container.querySelector('a[href="/credits?return_to=%2F"]')?.textContent).toBe("No credits left");
});

test("D14.1 a message to a member that a program answers for is free, and the line says why", async () => {
  expect((await show({ automatic: true })).textContent).toBe("Free: a program replies");
});
