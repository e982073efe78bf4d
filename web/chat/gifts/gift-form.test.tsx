// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { GiftForm } from "./gift-form.tsx";
import type { Attempt } from "./kept-choice.ts";

async function openForm(credits: number, attempt?: Attempt) {
  const settings = { message_credits: 1, minimum_message_costs: {} } as Settings;
  const user = { credits, profile: { country: "GB" } } as User;
  const member = { id: "ben", name: "Ben", fictional: false, automatic: false };
  const { container } = await renderPage(
    <GiftForm
      member={member}
      choice={{ gift: "ring", text: "", attempt }}
      prices={new Map([["ring", 20]])}
      onChoose={() => {}}
      onSend={() => {}}
      onSendWithoutPromise={() => {}}
      promise={null}
      pending={false}
      failure={null}
      back="/chats/1"
    />,
    { root: { settings, user, counts: { unread: 0, newLikes: 0 } } },
  );
  return {
    isDisabled: container.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled,
    links: [...container.querySelectorAll("a")].map((link) => link.getAttribute("href")),
    text: container.textContent,
  };
}

test("R1.05 a gift that the credits do not pay for can't be sent: the form leads to the credits", async () => {
  const short = await openForm(8);
  expect(short).toMatchObject({ isDisabled: true, links: ["/credits?return_to=%2Fchats%2F1&gift=20"] });
  expect(short.text).toContain("12 credits short");
  expect(await openForm(20)).toMatchObject({ isDisabled: false, links: [] });
  // R7.03: it may have been charged
  expect(await openForm(0, { key: "k1", credits: 20 })).toMatchObject({ isDisabled: false });
});
