// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Card } from "#contract/profiles.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import PhotoSheet from "./photo-sheet.tsx";

async function openSheet(partner: Partial<Card>, photoCredits = 3) {
  const settings = { message_credits: 1, photo_credits: photoCredits, minimum_message_costs: {} } as Settings;
  const user = { credits: 9, status: "active", profile: { country: "GB" } } as unknown as User;
  await renderPage(
    <PhotoSheet
      partner={{ id: "ben", name: "Ben", fictional: false, automatic: false, ...partner } as Card}
      promise={null}
      onSent={() => {}}
      onClose={async () => {}}
    />,
    { root: { settings, user, counts: { unread: 0, newLikes: 0 } } },
  );
  return document.body.textContent ?? "";
}

const seen = "Ben will see it once we’ve checked it.";
const back = "you’ll get your credits back";

test("R1.05 only a photo that costs credits promises them back, and only people see one", async () => {
  const person = await openSheet({});
  expect([person.includes(seen), person.includes(back)]).toEqual([true, true]);
});

test.each([{ automatic: true }, { fictional: true }])(
  "D14.1 a photo for a profile without a person: %o",
  async (kind) => {
    const text = await openSheet(kind);
    expect(text).toContain("JPEG");
    expect([text.includes(seen), text.includes(back)]).toEqual([false, false]);
  },
);

test("R1.05 a photo that the site does not price promises no credits", async () => {
  const text = await openSheet({}, 0);
  expect([text.includes(seen), text.includes(back)]).toEqual([true, false]);
});
