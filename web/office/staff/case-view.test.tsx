// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { QueuedCase } from "#contract/office.ts";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import { CaseView } from "./case-view.tsx";
import { queueScreens } from "./queues.tsx";

const payment = {
  ...{ id: "p1", number: "2026-000001", at: "2026-11-20T12:00:00Z", status: "completed", amount: 2245, refunded: 0 },
  ...{ refunding: false, charged_back: 0, method: "card", currency: "EUR", named: false, buyer: null, openable: false },
  withdrawable: { credits: 25, amount: 2245, bought: "2026-11-20T12:00:00Z", days: 14 },
};
const complaint = {
  ...{ id: "c1", site: "rendezvous", since: "2026-11-20T12:00:00Z", urgent: false, text: "You charged me twice" },
  ...{ member: { id: "m1", name: "Aino", fictional: false }, facts: [], thread: [], earlier: [], reports: [] },
  ...{ image: null, warned: 0, payments: [payment], replies: [], topic: null, owner: null, kind: "support" },
} as unknown as QueuedCase;
const draft = { words: "", note: "", unfounded: false };

const show = async (item: QueuedCase, measures = false) => {
  const rest = { next: [], last: null, draft, onChange: () => {}, onMoved: () => {} };
  const later = { onAct: async () => {}, onReload: async () => {} };
  const { container } = await renderPage(<CaseView item={item} measures={measures} {...rest} {...later} />);
  return container;
};

test("R2.01 the sender's last letter stands first, and where they wrote again nothing invites to pay back", async () => {
  const alone = await show(complaint);
  expect(alone.querySelector("blockquote")?.textContent).toBe("You charged me twice");
  expect(alone.textContent).toContain("A withdrawal would refund");
  const at = (day: number) => `2026-11-2${day}T12:00:00Z`;
  const thread = [
    { team: false, text: "Hello?", at: at(1), by: null },
    { team: true, text: "We are looking", at: at(2), by: "Sue" },
    { team: false, text: "It was a film service, forget it", at: at(3), by: null },
  ];
  const answered = await show({ ...complaint, thread });
  const quotes = [...answered.querySelectorAll("blockquote")];
  expect(quotes.map(({ textContent }) => textContent)).toEqual([
    "It was a film service, forget it",
    "You charged me twice",
  ]);
  expect(quotes.map(({ className }) => className.includes("text-lg"))).toEqual([true, false]);
  expect(answered.textContent).toMatch(/Hello\?.*We are looking/);
  expect(answered.textContent?.match(/forget it/g)).toHaveLength(1);
  expect(answered.textContent).not.toContain("A withdrawal would refund");
});

test("D11.3 what a program detected in a text is marked in it and named beside the member, else why it waits", async () => {
  const text = "Call 0171 2345678 or www.example.org";
  const places = [
    { start: 5, end: 17 },
    { start: 21, end: 36 },
  ];
  const detected = { kinds: ["phone", "link"] as const, places, whole: true };
  const textItem = { ...complaint, topic: null, payments: [], text };
  const page = await show({ ...textItem, detected } as unknown as QueuedCase);
  expect([...page.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual([
    "0171 2345678",
    "www.example.org",
  ]);
  expect(page.querySelector("blockquote")?.textContent).toBe(text);
  expect(page.textContent).toMatch(/Aino.*May be a phone number.*May be a link/);
  const empty = { kinds: [], places: [] };
  const long = await show({ ...textItem, detected: { ...empty, whole: false } } as unknown as QueuedCase);
  expect(long.textContent).toContain("Too long to be checked as a whole");
  const old = await show({ ...textItem, detected: { ...empty, whole: true } } as unknown as QueuedCase);
  expect(old.textContent).toContain("The program finds nothing in it any more");
});

test("D11.4 what an upheld appeal does, and doesn't, stands where its words are written", async () => {
  const Appeals = queueScreens.objections;
  const item = { ...complaint, kind: "photo_rejected", payments: [], dropped: null, handovers: [] };
  vi.stubGlobal("fetch", async () => Response.json({ items: [item], waiting: 1, queues: [] }));
  const page = <Appeals name="objections" queues={[]} {...{ role: null }} />;
  const { container } = await renderPage(page, { root: { settings: { name: "Rendezvous" } as Settings } });
  expect(container.textContent).toContain("Uphold the appeal: The picture isn’t published by itself");
});

test("R2.01 D7.7 a refund is made beside the complaint by the form of the payment, with why it is that sum; then the answer is prepared", async () => {
  const bodies: unknown[] = [];
  const refundable = { unspent: { credits: 25, amount: 2245 }, spent: 0, left: 2245 };
  const file = { ...payment, credits: 25, refundable, waiting: [] };
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (body) bodies.push(JSON.parse(String(body)));
    return Response.json(String(url).includes("staff-payment.php") ? file : { ok: true, waits: false, amount: 2245 });
  });
  const withdrawable = { ...payment.withdrawable, answer: "We’ve refunded €22.45." };
  const item = {
    ...{ ...complaint, topic: "payment", since: "2026-11-25T12:00:00Z" },
    facts: [{ label: "number", value: "M44U-N2X6" }],
    payments: [{ ...payment, openable: true, withdrawable }],
  } as unknown as QueuedCase;
  const changes: object[] = [];
  const rest = { next: [], last: null, draft, onChange: (part: object) => changes.push(part), onMoved: () => {} };
  const later = { onAct: async () => {}, onReload: async () => {} };
  const words = { label: "queue.answer", maxLength: 1000 } as const;
  const { container } = await renderPage(
    <ToastProvider>
      <CaseView item={item} words={words} {...rest} {...later} />
    </ToastProvider>,
  );
  const press = (text: string, within = "") =>
    act(async () =>
      [...container.querySelectorAll<HTMLElement>(`${within} button`)]
        .find(({ textContent }) => textContent === text)
        ?.click(),
    );
  await press("Refund €22.45");
  expect(container.textContent).toContain("on day 5 of 14 after the purchase");
  expect(container.textContent).toContain("Free credits count as spent first");
  await press("Refund €22.45", "form");
  expect(bodies).toEqual([]);
  await press("Refund €22.45", "dialog");
  const reason = "Refund from the complaint M44U-N2X6";
  expect(bodies).toEqual([{ payment_id: "p1", amount: 2245, credits: 25, left: 2245, reason }]);
  expect(changes).toEqual([{ words: "We’ve refunded €22.45.", answered: "refund_done" }]);
  // without the role that opens payments there is the sentence alone
  const support = await show({ ...item, payments: [{ ...payment, withdrawable }] } as unknown as QueuedCase);
  expect(support.textContent).toContain("A withdrawal would refund");
  expect(support.querySelector("button")).toBeNull();
});

test("D7.5 a direct debit is cancelled inside the complaint about it, its IBAN refused by the same form, and the answer is prepared", async () => {
  const asked: string[] = [];
  const debit = { reference: "RV-1", iban: "NL•• 1234", collect_on: "2026-11-30", iban_refused_at: null };
  let cancellable = true;
  let sent = {};
  const stopped = { answer: "We’ve stopped it.", refused: "We’ve stopped it and refused it." };
  const changes: object[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    asked.push(`${method} ${new URL(url, "http://a").pathname}`);
    if (body) {
      cancellable = false;
      sent = JSON.parse(String(body));
    }
    const refusedAt = cancellable ? null : "2026-11-29T12:00:00Z";
    const now = { ...debit, cancellable, iban_refused_at: refusedAt };
    const file = { id: "p1", member: null, credits: 25, events: [], debit: now };
    return Response.json(body ? { ok: true } : file);
  });
  const pending = { ...payment, openable: true, withdrawable: null, method: "sepa", cancellable, stopped };
  let reloads = 0;
  const rest = { next: [], last: null, draft, onMoved: () => {}, onAct: async () => {} };
  const onChange = (part: object) => changes.push(part);
  const onReload = async () => {
    reloads += 1;
  };
  const facts = [{ label: "number", value: "U7B6-8GQ7" }];
  const item = { ...complaint, topic: "payment", facts, payments: [pending] } as unknown as QueuedCase;
  const { container } = await renderPage(
    <ToastProvider>
      <CaseView item={item} {...rest} onChange={onChange} onReload={onReload} />
    </ToastProvider>,
  );
  const press = (within: string) =>
    act(async () =>
      [...container.querySelectorAll<HTMLElement>(`${within} button`)]
        .find(({ textContent }) => textContent === "Cancel the collection")
        ?.click(),
    );
  await press("li");
  await act(async () => container.querySelector<HTMLElement>("input[name=refuse_iban]")?.click());
  const field = container.querySelector<HTMLInputElement>("input[name=reason]");
  expect(field?.value).toBe("Complaint U7B6-8GQ7");
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "Not hers");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press("form");
  await press("dialog");
  expect(asked).toContain("POST /api/staff-debit-cancel.php");
  expect(container.textContent).toContain("The direct debit is no longer in progress.");
  expect(sent).toEqual({ payment_id: "p1", reason: "Not hers", refuse_iban: true });
  expect(changes).toEqual([{ words: "We’ve stopped it and refused it.", answered: "stop_done" }]);
  expect(reloads).toBe(1);
  const support = await show({ ...item, payments: [{ ...pending, openable: false }] } as unknown as QueuedCase);
  expect(support.querySelector("li button")).toBeNull();
});

test("D11.4 all chats of an appeal are opened by one press, each by its own call; one chat has its own button alone", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit = {}) => {
    asked.push(JSON.parse(String(body)).id);
    return Response.json({ lines: [] });
  });
  const report = {
    ...{ about: "chat", reason: "scam", at: "2026-11-20T12:00:00Z", text: "", message: null, attachment: null },
    ...{ image: null, sound: null, talk: null, notice: null, unquoted: false, reporter: null, reported: null },
  };
  const reports = [1, 2, 3].map((at) => ({ ...report, id: `r${at}`, has_chat: at < 3 }));
  const buttons = (page: HTMLElement) => [...page.querySelectorAll("button")].map(({ textContent }) => textContent);
  const one = await show({ ...complaint, reports: reports.slice(1) } as unknown as QueuedCase);
  expect(buttons(one)).toEqual(["Read the chat (this is logged)"]);
  const page = await show({ ...complaint, reports } as unknown as QueuedCase);
  await act(async () => page.querySelector("button")?.click());
  expect(asked).toEqual(["r1", "r2"]);
  expect(buttons(page)).toEqual([]);
});

test("R13.06 in an appeal the link to who reported says what to do there: it is no measure against the appeal's member", async () => {
  const person = (id: string, name: string) => ({ id, name, fictional: false, decided: 0, upheld: 0, unfounded: 0 });
  const report = {
    ...{ id: "r1", about: "profile", reason: "scam", at: "2026-11-20T12:00:00Z", text: "", message: null },
    ...{ attachment: null, image: null, sound: null, talk: null, notice: null, unquoted: false, has_chat: false },
    ...{ reporter: { ...person("m2", "Chloé"), warned_at: null }, reported: person("m1", "Aino") },
  };
  const page = await show({ ...complaint, reports: [report] } as unknown as QueuedCase);
  const link = page.querySelector("a[href$='/staff/members/m2#measure']");
  expect(link?.textContent).toBe("Warn or write to Chloé");
  expect(page.textContent).not.toContain("Take action");
});

test("D11.3 a text in the queue has a link to the measures against its author", async () => {
  const linkIn = (container: HTMLElement) =>
    container.querySelector("a[href$='/staff/members/m1#measure']")?.textContent;
  expect(linkIn(await show(complaint, true))).toBe("Take action · Aino");
  expect(linkIn(await show(complaint))).toBeUndefined();
});
