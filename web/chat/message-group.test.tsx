// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { Card } from "#contract/profiles.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { renderPage } from "#web/test-dom.tsx";
import { MessageGroup, type ShownMessage } from "./message-group.tsx";
import type { Outgoing } from "./outbox.ts";
import { PartnerProvider } from "./photos/partner.ts";

test("D6.3 a held message is deleted by a form, which has what the page's action needs without scripts", async () => {
  const base = { id: "m1", mine: true, author_kind: "member", text: "Hello", read: false, held: true } as const;
  const message: ShownMessage = { ...base, created_at: "2026-11-20T12:00:00Z" };
  const onDeleteHeld = vi.fn();
  const actions = { onReply: undefined, onTakeBack: vi.fn(), onReact: undefined };
  const { container } = await renderPage(
    <PartnerProvider value={{ id: "ben" } as Card}>
      <MessageGroup
        group={{ kind: "group", id: "m1", mine: true, messages: [message] }}
        {...{ name: "Ben", targetId: undefined, credits: 1, actions, onDeleteHeld }}
        onRetry={vi.fn()}
        onDelete={vi.fn()}
      />
    </PartnerProvider>,
  );
  const form = container.querySelector("form");
  const button = form?.querySelector("button");
  expect(form?.method).toBe("post");
  expect([...new FormData(form ?? undefined)]).toEqual([
    ["message", "m1"],
    ["member", "ben"],
  ]);
  expect([button?.type, button?.name, button?.value]).toEqual(["submit", "do", "take_back"]);
  button?.click();
  expect(onDeleteHeld).toHaveBeenCalledExactlyOnceWith("m1");
});

test("R7.05 offline, a message without an answer just waits: the note above the field gives the one reason", async () => {
  const base = { id: "k", mine: true, author_kind: "member", text: "Hello", read: false } as const;
  const wordsIn = async (at: string, failure: Outgoing["failure"] = null) => {
    const outgoing: Outgoing = { key: "k", value: { text: "Hello", at }, state: "unknown", failure };
    const message: ShownMessage = { ...base, created_at: at, outgoing };
    const calls = { onDeleteHeld: vi.fn(), onRetry: vi.fn(), onDelete: vi.fn() };
    const actions = { onReply: undefined, onTakeBack: vi.fn(), onReact: undefined };
    const { container } = await renderPage(
      <MessageGroup
        group={{ kind: "group", id: "k", mine: true, messages: [message] }}
        {...{ name: "Ben", targetId: undefined, credits: 1, actions, ...calls }}
      />,
    );
    return container.textContent;
  };
  const now = new Date();
  const justNow = now.toISOString();
  const notSent = "we couldn’t reach the server";
  expect(await wordsIn(justNow)).toContain(notSent);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const words = await wordsIn(justNow);
  expect(words).not.toContain("server");
  expect(words).not.toContain("Retry");
  expect(words).toMatch(/SendingDelete$/);
  // neither of these goes out by itself
  expect(await wordsIn(new Date(now.getTime() - 6 * 60_000).toISOString())).toContain(notSent);
  const failure = new ApiFailure(0, "unavailable", "");
  failure.stopped = true;
  expect(await wordsIn(justNow, failure)).toContain(notSent);
});
