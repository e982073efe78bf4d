import { expect, test } from "vitest";
import { type InstallMoment, isInstallMoment } from "./install-rules.ts";

const moment: InstallMoment = {
  unread: 1,
  offersPush: false,
  signedUp: "2026-11-19T18:00:00.000Z",
  now: Date.parse("2026-11-20T18:00:00.000Z"),
};

test("R2.29 the app is offered to a member who comes back and has an answer waiting", () => {
  expect(isInstallMoment(moment)).toBe(true);
  expect(isInstallMoment({ ...moment, unread: 0 })).toBe(false);
  expect(isInstallMoment({ ...moment, offersPush: true })).toBe(false);
  expect(isInstallMoment({ ...moment, now: moment.now - 1 })).toBe(false);
});
