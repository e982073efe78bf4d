// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { Document } from "./office/staff/verification-views.tsx";
import { Mandate } from "./payments/direct-debit/mandate.tsx";
import { Identity } from "./settings/own-profile/identity.tsx";
import { renderPage } from "./test-dom.tsx";

// the reader's zone stays the one that the page was formatted in
beforeEach(() => void vi.stubGlobal("requestIdleCallback", () => 0));
const day = "2001-03-09";
const member = { id: "m1", name: "Eva", fictional: false } as const;
const creditor = { name: "Rendezvous", address: ["Keizersgracht 1"], country: "NL", identifier: "NL00ZZZ" };
const form = { bundle_id: "b1", credits: 20, amount: 1900, currency: "EUR", creditor, collect_on: day };
const limits = { pre_notice_days: 2, limit_left: 5000, limit_days: 30, country: null, phone_prefix: "" };
const item = {
  id: "i1",
  member,
  age: 25,
  site: "Rendezvous",
  reports: 0,
  image: "/d",
  photo: null,
  date_of_birth: day,
};
const claim = { since: "2026-11-05T12:00:00Z", urgent: false, urgency: 0, handovers: [], dropped: null };

const screens = {
  "a member's own profile": (
    <Identity own={{ profile: { name: "Eva", age: 25, gender: "female" }, date_of_birth: day }} />
  ),
  "the mandate of a direct debit": <Mandate form={{ ...form, ...limits }} />,
  "a document that staff compare": <Document item={{ ...item, ...claim }} />,
};

test.for(Object.entries(screens))("%s has the same calendar day in Auckland", async ([, screen]) => {
  const settings = { support_email: "help@rendezvous.test" } as Settings;
  const { container } = await renderPage(screen, { root: { settings, timeZone: "Pacific/Auckland" } });
  expect(container.textContent).toContain("9 Mar 2001");
  expect(container.textContent).not.toContain("10 Mar");
});
