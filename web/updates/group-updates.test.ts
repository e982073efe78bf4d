import { expect, test } from "vitest";
import { photoPath } from "#contract/update-photos.ts";
import type { Update, UpdateKind } from "#contract/updates.ts";
import { groupUpdates } from "./group-updates.ts";

const update = (id: string, path: string | null, more: Partial<Update> = {}): Update => ({
  ...{ id, path, kind: "photo_approved" satisfies UpdateKind, created_at: "2026-11-20T18:00:00Z", update_new: true },
  ...more,
});

test("D9.1 photos that were approved, or logins, one after the other on a day are one update, others stay as they are", () => {
  const updates = [
    update("1", photoPath("a")),
    update("2", photoPath("b")),
    update("3", photoPath("c"), { update_new: false }),
    update("4", photoPath("d"), { update_new: false, created_at: "2026-11-19T18:00:00Z" }),
    update("5", "/profile", { kind: "text_approved" }),
    update("6", "/profile", { kind: "text_approved" }),
    update("7", "/notifications/devices", { kind: "new_device" }),
    update("8", "/notifications/devices", { kind: "new_device" }),
    update("9", "/notifications/devices", { kind: "new_device", created_at: "2026-11-18T18:00:00Z" }),
  ];
  const groups = groupUpdates(updates).map((group) => group.map(({ id }) => id).join(" "));
  expect(groups).toEqual(["1 2", "3", "4", "5", "6", "7 8", "9"]);
});
