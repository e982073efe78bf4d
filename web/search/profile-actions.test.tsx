// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AnswerOf } from "#contract/call.ts";
import type { getMember } from "#contract/members.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { renderPage } from "#web/test-dom.tsx";
import { ProfileActions } from "./profile-actions.tsx";

async function actionsFor(viewer: Partial<User>, haveChatted: boolean) {
  const profile = { id: "bert", name: "Bert", fictional: false, automatic: false, likes_you: false, introduced: false };
  const about = { profile, conversations_left: 2, writing: "open", have_chatted: haveChatted };
  const settings = { message_credits: 0, signup_credits: 0, minimum_message_costs: {} } as unknown as Settings;
  const user = { id: "anna", status: "active", credits: 3, muted_until: null, profile: { country: "GB" }, ...viewer };
  const root = { settings, user: user as User, counts: { unread: 0, newLikes: 0 } };
  const member = about as unknown as AnswerOf<typeof getMember>;
  vi.stubGlobal("fetch", async () => Response.json({ user }));
  const client = new QueryClient();
  onTestFinished(() => client.clear());
  const actions = <ProfileActions member={member}>{null}</ProfileActions>;
  const withCache = <QueryClientProvider client={client}>{actions}</QueryClientProvider>;
  const { container } = await renderPage(withCache, { root });
  const texts = [...container.querySelectorAll("a, button")].map(({ textContent }) => textContent ?? "");
  return { isGiftOffered: texts.includes("Send a gift"), text: container.textContent ?? "" };
}

test("D11.4 who can't write is offered no gift, which would be refused at its end", async () => {
  expect((await actionsFor({}, false)).isGiftOffered).toBe(true);
  const muted = await actionsFor({ muted_until: "2099-01-01T00:00:00Z" }, true);
  expect(muted).toEqual({
    isGiftOffered: false,
    text: expect.stringContaining("You can’t write to others right now."),
  });
});

test("D11.5 without the consent a gift begins nothing new, and goes on in a chat that exists", async () => {
  const withdrawn = "You withdrew your consent";
  const stranger = await actionsFor({ lacks_consent: true }, false);
  expect(stranger).toEqual({ isGiftOffered: false, text: expect.stringContaining(withdrawn) });
  const friend = await actionsFor({ lacks_consent: true }, true);
  expect(friend).toEqual({ isGiftOffered: true, text: expect.not.stringContaining(withdrawn) });
});
