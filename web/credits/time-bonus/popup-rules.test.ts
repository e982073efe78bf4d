import { expect, test } from "vitest";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";
import { isPaying, mayPopUp } from "./popup-rules.ts";

const bonus: TimeBonus = { percentage: 25, expires: "2026-11-20T22:00:00Z", left: 1, endsAt: 1 };
const usual = { user: { credits: 0 }, bonus, dismissed: false };

test("R4.16 the popup opens only for members without credits, while the bonus lasts, and until they dismiss it", () => {
  expect(mayPopUp(usual)).toBe(true);
  expect(mayPopUp({ ...usual, user: { credits: 1 } })).toBe(false);
  expect(mayPopUp({ ...usual, bonus: null })).toBe(false);
  expect(mayPopUp({ ...usual, dismissed: true })).toBe(false);
});

test("R4.16 the popup does not open during a payment, and for 30 minutes after a failed one", () => {
  const now = Date.parse("2026-11-20T18:30:00Z");
  const at = (status: "open" | "pending" | "failed" | "cancelled" | "completed", created_at: string) => [
    { status, created_at },
  ];
  for (const status of ["open", "pending", "failed", "cancelled"] as const) {
    expect(isPaying(at(status, "2026-11-20T18:00:01Z"), now)).toBe(true);
    expect(isPaying(at(status, "2026-11-20T18:00:00Z"), now)).toBe(false);
  }
  expect(isPaying(at("completed", "2026-11-20T18:29:00Z"), now)).toBe(false);
  expect(isPaying([], now)).toBe(false);
});
