// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { undoSeconds } from "#contract/office.ts";
import type { Settings } from "#contract/sites.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { renderPage } from "#web/test-dom.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import type { Queues } from "./load-queue.ts";
import { type ItemProps, type Queue, QueuePage } from "./queue-page.tsx";
import { QueuePhoto, seenAfterMs } from "./queue-photo.tsx";
import { queueScreens } from "./queues.tsx";

const items = ["p1", "p2", "p3"].map((id) => ({
  id,
  since: "2026-11-20T12:00:00Z",
  site: "Rendezvous",
  urgent: false,
  urgency: 0,
  handovers: [],
  dropped: null,
  member: { id: "m1", name: "Eva", fictional: false },
}));
type Item = (typeof items)[number];

const Named = ({ item }: { item: Item }) => <p>{item.member.name}</p>;

const Others = ({ items: others, onChoose }: { items: readonly Item[]; onChoose(id: string): void }) =>
  others.map(({ id }) => (
    <button key={id} type="button" onClick={() => onChoose(id)}>
      {`first ${id}`}
    </button>
  ));

const Noted = ({ item, draft, onChange }: ItemProps<Item, object>) => (
  <button type="button" onClick={() => onChange({ words: `words for ${item.id}` })}>
    {`${item.id}: ${"words" in draft ? draft.words : "nothing"}`}
  </button>
);

const Last = ({ item: { id }, last }: ItemProps<Item, object>) => <p>{`${id}: ${JSON.stringify(last)}`}</p>;

const Boxes = () => (
  <>
    <input type="checkbox" />
    <input type="text" />
  </>
);

const decided: string[] = [];
const taken: unknown[] = [];
const queue: Queue<Item, "approved", object> = {
  take: async ({ after }) => {
    taken.push(after);
    return { items, waiting: items.length };
  },
  draft: () => ({}),
  choices: () => ({ main: [{ press: "a", verdict: "approved", label: "Approve" }] }),
  async decide({ id }, verdict) {
    decided.push(`${id} ${verdict}`);
    return { ok: true, note: null };
  },
  View: ({ item }) => <QueuePhoto key={item.id} src={`/${item.id}.jpg`} alt={item.id} />,
};

const asked: string[] = [];
/** Answers how many wait for the caller. */
const serverCounts = (waiting: number) =>
  vi.stubGlobal(
    "fetch",
    async (url: string, { method = "GET", body = "" }: { method?: string; body?: string } = {}) => {
      asked.push(`${method} ${url} ${body}`);
      return Response.json({ ok: true, queues: [{ name: "photos", waiting, oldest: null, target_hours: 4 }] });
    },
  );

beforeEach(() => {
  decided.length = 0;
  taken.length = 0;
  asked.length = 0;
  serverCounts(0);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
async function openQueue(changes: Partial<typeof queue> = {}, queues: Queues = []) {
  const settings = { name: "Rendezvous" } as Settings;
  const page = <QueuePage name="photos" queues={queues} {...{ role: null }} queue={{ ...queue, ...changes }} />;
  const { container } = await renderPage(page, { root: { settings } });
  const photo = () => container.querySelector("img");
  return {
    alert: () => container.querySelector("article [role=alert]")?.textContent,
    shown: () => photo()?.alt,
    load: () => act(async () => photo()?.dispatchEvent(new Event("load"))),
    fail: () => act(async () => photo()?.dispatchEvent(new Event("error"))),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    text: () => container.textContent,
    linksTo: (start: string) =>
      [...container.querySelectorAll("a")]
        .flatMap((link) => link.getAttribute("href") ?? [])
        .filter((to) => to.startsWith(start)),
    press: (key = "a") =>
      act(async () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))),
    clickOn: (label: string) =>
      act(async () => [...container.querySelectorAll("button")].find((one) => one.textContent === label)?.click()),
    click: () => act(async () => container.querySelector<HTMLElement>(".queue-choices button")?.click()),
  };
}

test.for(["press", "click"] as const)("D8.2 a photo is decided on only after a moment in view: %s", async (way) => {
  const page = await openQueue();
  const decide = page[way];
  // not loaded yet
  await page.pass(seenAfterMs);
  await decide();
  expect([decided, page.shown()]).toEqual([[], "p1"]);
  expect(page.text()).toContain("The keys work once the picture is there.");
  await page.load();
  await page.pass(0);
  expect(page.text()).not.toContain("The keys work once the picture is there.");
  // no press came before the first one
  await decide();
  await decide();
  expect([decided, page.shown()]).toEqual([["p1 approved"], "p2"]);
  await page.load();
  await page.pass(seenAfterMs - 1);
  await decide();
  expect(decided).toEqual(["p1 approved"]);
  await page.pass(1);
  await decide();
  expect(decided).toEqual(["p1 approved", "p2 approved"]);
});

test("D11.2 the words of a decision are offered for the next item only if its member read them, with their language", async () => {
  const draft = ({ id }: Item) => ({ words: `For ${id}` });
  const readIn = ({ id }: Item) => (id === "p2" ? "fi" : null);
  const page = await openQueue({ View: Last, draft, readIn });
  await page.pass(0);
  await page.press();
  expect(page.text()).toContain("p2: null");
  await page.pass(seenAfterMs);
  await page.press();
  expect(page.text()).toContain('p3: {"name":"Eva","words":"For p2","language":"fi"}');
});

const Written = ({ item }: ItemProps<Item, object>) => <TextArea name="words" label={item.id} />;

test("R13.06 words that are meant for another reader, or say the opposite, are refused beside their field", async () => {
  const afraid = { title: "Reporter is afraid", text: "You’ve done nothing wrong.", id: null, not_with: ["approved"] };
  const page = await openQueue({
    View: Written,
    take: async () => ({ items: items.map((item) => ({ ...item, reporter_replies: [afraid] })), waiting: 3 }),
    draft: ({ id }) => ({ words: id === "p1" ? `Hello. ${afraid.text}` : "Please stay polite." }),
    choices: () => ({ main: [{ press: "a", verdict: "approved", label: "Ban", asks: "Sure?" }] }),
  });
  await page.pass(0);
  await page.press();
  expect(page.text()).toContain("“Reporter is afraid” doesn’t go with “Ban”. Change your words first.");
  expect(document.activeElement?.getAttribute("name")).toBe("words");
  expect(page.text()).not.toContain("Sure?");
  expect(decided).toEqual([]);
  await act(async () => (document.activeElement as HTMLElement).blur());
  await page.press("s");
  await page.pass(seenAfterMs);
  await page.press();
  expect(document.body.textContent).toContain("Sure?");
});

test("D11.2 after the last item the page is shown from its top, with what can be taken back", async () => {
  const scroll = vi.spyOn(window, "scrollTo").mockReturnValue();
  const page = await openQueue({
    View: Named,
    take: async () => ({ items: items.slice(0, 1), waiting: 1 }),
  });
  await page.pass(0);
  expect(scroll).not.toHaveBeenCalled();
  await page.press();
  expect(page.text()).toContain("Eva · Approve");
  expect(scroll).toHaveBeenCalledWith(0, 0);
});

test("DSA 23 what an item says of its reporter is loaded when it is shown, and once more when a held decision has taken effect", async () => {
  const first: unknown[] = [];
  const take: typeof queue.take = async (body) => {
    first.push(body.first);
    return { items, waiting: items.length };
  };
  const page = await openQueue({ ages: true, take });
  await page.load();
  await page.pass(seenAfterMs);
  first.length = 0;
  await page.press();
  expect([page.shown(), first]).toEqual(["p2", ["p2"]]);
  await page.pass(undoSeconds * 1000);
  expect(first).toEqual(["p2"]);
  await page.pass(5000);
  expect(first).toEqual(["p2", "p2"]);
});

test("D11.4 the address names the item that is shown, so that Back leads to the same one", async () => {
  const page = await openQueue();
  expect(new URL(location.href).searchParams.get("item")).toBe("p1");
  await page.press("s");
  expect(new URL(location.href).searchParams.get("item")).toBe("p2");
});

test("D8.2 a photo that can't be loaded says so, and is not decided on", async () => {
  const page = await openQueue();
  await page.fail();
  await page.pass(seenAfterMs);
  await page.press();
  expect(page.alert()).toMatch(/^This photo didn’t load/);
  expect(decided).toEqual([]);
});

test("D11.4 at the end of the list staff read how many still wait, such as those that they skipped, and go through them", async () => {
  serverCounts(3);
  const page = await openQueue();
  for (const _ of items) await page.press("s");
  expect(page.text()).toContain("Still waiting: 3");
  expect(page.text()).not.toContain("All done");
  await page.clickOn("Show what’s left");
  expect(page.shown()).toBe("p1");
  serverCounts(0);
  for (const _ of items) await page.press("s");
  expect(page.text()).toContain("All done");
});

test("R13.06 an empty queue leads to the next one in which something waits", async () => {
  const waiting = (name: "photos" | "texts" | "reports", count: number) => ({
    ...{ name, waiting: count, oldest: null, target_hours: 4 },
  });
  const queues = [waiting("photos", 0), waiting("texts", 0), waiting("reports", 2)] as unknown as Queues;
  const take = async () => ({ items: [], waiting: 0 });
  const page = await openQueue({ take }, queues);
  await page.pass(0);
  expect(page.text()).toContain("All done. Nothing’s waiting here.Reports · 2Check again");
});

test("D11.2 an item that was loaded ahead has the counts of the moment at which it is shown", async () => {
  let reports = 0;
  const page = await openQueue({
    ages: true,
    take: async ({ first }) => {
      reports += 1;
      const now = items.map((item) => ({ ...item, member: { ...item.member, name: `Earlier reports: ${reports}` } }));
      return { items: now.filter(({ id }) => first === undefined || id === first), waiting: items.length };
    },
    View: Named,
  });
  expect(page.text()).toContain("Earlier reports: 1");
  await page.press("s");
  expect(page.text()).toContain("Earlier reports: 2");
  expect(page.text()).not.toContain("Earlier reports: 1");
});

test("DSA 18 staff choose which of the urgent items they look at first; the others keep their order", async () => {
  const page = await openQueue({
    take: async () => ({ items: items.map((item, at) => ({ ...item, urgency: at === 1 ? 0 : 3 })), waiting: 3 }),
    Urgent: Others,
  });
  expect(page.shown()).toBe("p1");
  expect(page.text()).not.toContain("first p2");
  await page.clickOn("first p3");
  expect(page.shown()).toBe("p3");
  expect(page.text()).toContain("first p1");
  await page.press("s");
  expect(page.shown()).toBe("p1");
  await page.press("s");
  expect(page.shown()).toBe("p2");
});

test("DSA 18 a danger that is reported while staff look at an item is the next one, whatever was loaded before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const hads: unknown[] = [];
  let urgent: Item[] = [];
  const page = await openQueue({
    take: async ({ after, had }) => {
      hads.push(had);
      if (after === undefined) return { items, waiting: 3 };
      return { items: urgent.filter(({ id }) => had?.includes(id) !== true), waiting: 5 };
    },
    Urgent: Others,
  });
  expect(page.shown()).toBe("p1");
  urgent = ["d1", "d2"].map((id, at) => ({ ...items[0], id, urgency: at + 1 }) as Item);
  const queues = [{ name: "photos", waiting: 5, urgent: 2, oldest: null, target_hours: 4 }];
  vi.stubGlobal("fetch", async () => Response.json({ ok: true, queues }));
  for (const seconds of [16, 16]) await page.pass(seconds * 1000);
  expect(page.shown()).toBe("p1");
  expect(page.text()).toContain("first d2first d1");
  expect(hads.at(-1)).toEqual([]);
  for (const id of ["d2", "d1", "p2", "p3"]) {
    await page.press("s");
    expect(page.shown()).toBe(id);
  }
});

test("D11.4 the number of what waits goes down at once, whatever a count says that was asked for before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const answers: ((waiting: number) => void)[] = [];
  const page = await openQueue({ View: Named, waits: true });
  vi.stubGlobal("fetch", async () => {
    const waiting = await new Promise<number>((resolve) => answers.push(resolve));
    return Response.json({ queues: [{ name: "photos", waiting, urgent: 0, oldest: null, target_hours: 4 }] });
  });
  expect(page.text()).toContain("Waiting: 3");
  await page.pass(15_000);
  expect(answers).toHaveLength(1);
  await page.press();
  expect(page.text()).toContain("Waiting: 2");
  await act(async () => answers[0]?.(3));
  expect(page.text()).toContain("Waiting: 2");
  await page.pass(15_000);
  await act(async () => answers[1]?.(5));
  expect(page.text()).toContain("Waiting: 5");
});

test("D11.2 the item that staff chose in the list comes first, before what is urgent", async () => {
  const [chosen, ...others] = items;
  const urgent = { ...items[0], id: "d1", urgency: 2 } as Item;
  const page = await openQueue({
    take: async () => ({ items: [chosen, urgent, ...others] as Item[], waiting: 4 }),
    Urgent: Others,
  });
  expect(page.shown()).toBe("p1");
  expect(page.text()).toContain("first d1");
});

test("DSA 18 what was typed for an item is still there after another one that staff chose to look at first", async () => {
  const page = await openQueue({
    take: async () => ({ items: items.map((item) => ({ ...item, urgency: 3 })), waiting: 3 }),
    Urgent: Others,
    View: Noted,
  });
  await page.clickOn("p1: nothing");
  await page.clickOn("first p2");
  await page.clickOn("p2: nothing");
  await page.clickOn("first p1");
  expect(page.text()).toContain("p1: words for p1");
});

test("D11.2 a decision that a colleague made before names its item, as the next one is shown already", async () => {
  const page = await openQueue({
    take: async () => ({
      items: items.map((item) => ({ ...item, member: { ...item.member, name: `Eva of ${item.id}` } })),
      waiting: items.length,
    }),
    decide: async () => Promise.reject(new ApiFailure(409, "staff_item_gone", "It has been dealt with.")),
  });
  await page.load();
  await page.pass(seenAfterMs);
  await page.press();
  await page.pass(0);
  expect(page.text()).toContain("Eva of p1: It has been dealt with.");
});

test("D11.4 once the session is over a queue leads to the login, and the login back to the item", async () => {
  const page = await openQueue({
    decide: async () => Promise.reject(new ApiFailure(401, "staff_login_required", "Please log in first.")),
  });
  await page.load();
  await page.pass(seenAfterMs);
  await page.press();
  await page.pass(0);
  expect(page.text()).toContain("Please log in first.");
  expect(page.linksTo("/staff?next=")).toEqual(["/staff?next=%2Fstaff%2Fqueue%2Fphotos%3Fitem%3Dp1"]);
});

test("D11.2 what was typed for an item is there again after a visit to another page, until it is decided", async () => {
  const open = () =>
    openQueue({ View: Noted, draft: () => ({ words: "", reports: "p1" }), unsaved: ["reports" as never] });
  const page = await open();
  await page.clickOn("p1: ");
  const again = await open();
  expect(again.text()).toContain("p1: words for p1");
  expect(JSON.parse(sessionStorage.getItem("staff-draft photos p1") ?? "")).toEqual({ words: "words for p1" });
  await again.pass(seenAfterMs);
  await again.press();
  expect(sessionStorage.getItem("staff-draft photos p1")).toBeNull();
});

test("D11.2 what a decision leads to is offered until it is dismissed or the decision is taken back, also on another page", async () => {
  const followUp = (_: unknown, { id }: Item) => ({
    title: `After ${id}:`,
    links: [{ to: "/staff/members/m2", name: "Mark" }],
  });
  const open = () => openQueue({ View: Named, followUp });
  const page = await open();
  await page.pass(seenAfterMs);
  await page.press();
  expect(page.text()).toContain("After p1:Mark");
  await page.press("z");
  expect(page.text()).not.toContain("After p1:");
  await page.pass(seenAfterMs);
  await page.press();
  const again = await open();
  expect(again.text()).toContain("After p1:Mark");
  // beside the buttons, where it moves nothing of the next item
  expect(document.querySelector(".queue-choices")?.textContent).toContain("After p1:Mark");
  await again.clickOn("");
  expect(again.text()).not.toContain("After p1:");
});

test("D11.2 what the newest decision leads to stands first", async () => {
  const followUp = (_: unknown, { id }: Item) => ({ title: `After ${id}:`, links: [{ to: `/${id}`, name: id }] });
  const page = await openQueue({ take: async () => ({ items, waiting: 3 }), View: Named, followUp });
  for (const _ of ["p1", "p2"]) {
    await page.pass(seenAfterMs);
    await page.press();
  }
  expect(page.text().indexOf("After p2:")).toBeGreaterThan(-1);
  expect(page.text().indexOf("After p2:")).toBeLessThan(page.text().indexOf("After p1:"));
});

test("D11.2 a member is no longer offered once staff have opened the link, or decided on that member", async () => {
  const people = items.map((item, at) => ({ ...item, member: { ...item.member, id: `m${at + 1}` } }));
  const followUp = (_: unknown, { id }: Item) =>
    id === "p1"
      ? { title: "After p1:", links: ["m2", "m9"].map((to) => ({ to: `/staff/members/${to}#measure`, name: to })) }
      : null;
  const page = await openQueue({ take: async () => ({ items: people, waiting: 3 }), View: Named, followUp });
  await page.pass(seenAfterMs);
  await page.press();
  expect(page.text()).toContain("After p1:m2m9");
  await page.pass(seenAfterMs);
  await page.press();
  expect(page.text()).toContain("After p1:m9");
  await act(async () => document.querySelector<HTMLElement>("a[href$='/m9#measure']")?.click());
  expect(sessionStorage.getItem("staff-follow-ups")).toBe("[]");
});

test("D11.2 what a decision leads to stands in its queue alone", async () => {
  const entry = {
    item: "r1",
    queue: "reports",
    title: "After a report:",
    links: [{ to: "/staff/members/m5", name: "m5" }],
  };
  const own = { ...entry, item: "p9", queue: "photos", title: "After a photo:" };
  sessionStorage.setItem("staff-follow-ups", JSON.stringify([entry, own]));
  const page = await openQueue();
  expect(page.text()).toContain("After a photo:");
  expect(page.text()).not.toContain("After a report:");
});

test("D11.2 keys work while a box has the focus that was ticked before the decision, and not in a field", async () => {
  const page = await openQueue({ View: Boxes });
  await page.pass(seenAfterMs);
  const pressIn = (type: string) =>
    act(async () =>
      document
        .querySelector(`article input[type=${type}]`)
        ?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true })),
    );
  await pressIn("text");
  expect(decided).toEqual([]);
  await pressIn("checkbox");
  expect(decided).toEqual(["p1 approved"]);
});

test("D11.2 the page stays where staff write: only another item scrolls it", async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  const page = await openQueue({ View: Noted });
  scrolled.mockClear();
  await act(async () => document.querySelector<HTMLElement>("article button")?.click());
  expect(page.text()).toContain("p1: words for p1");
  expect(scrolled).not.toHaveBeenCalled();
});

test("D11.2 a decision covers other items: they leave the list with it, a colleague's is named, and undo takes all back", async () => {
  const people = items.map((item) => ({ ...item, member: { ...item.member, name: item.id } }));
  const page = await openQueue({
    take: async () => ({ items: people, waiting: 3 }),
    also: () => ["p2", "x9"].map((id) => ({ id, name: `Name of ${id}` })),
    decide: async () => ({ ok: true, note: null, left: ["x9"] }),
    View: Named,
  });
  await page.pass(seenAfterMs);
  await page.press();
  const [note] = document.querySelectorAll("[role=status]");
  expect(note?.textContent).toBe("Left out, because a colleague has them or has decided: Name of x9.");
  expect(page.text()).toContain("p3");
  expect(page.text()).toContain("Approve (3)");
  expect(page.text()).toContain("Waiting: 1");
  await page.press("z");
  const undone = asked.filter((each) => each.startsWith("DELETE /api/staff-decision.php"));
  expect(undone.map((each) => JSON.parse(each.slice(each.indexOf("{"))).id)).toEqual(["p1", "p2"]);
  expect(document.querySelector("article")?.textContent).toBe("p1");
  expect(page.text()).toContain("Waiting: 3");
});

test("D11.2 what a decision leaves of an item is shown next", async () => {
  const page = await openQueue({ isPartial: ({ id }) => id === "p1" && decided.length === 0 });
  await page.load();
  await page.pass(seenAfterMs);
  await page.press();
  expect([decided, page.shown()]).toEqual([["p1 approved"], "p1"]);
  // what comes from the item's place on, the item itself included
  expect(taken).toEqual([
    undefined,
    { since: items[0]?.since, urgency: 0, id: "00000000-0000-0000-0000-000000000000" },
  ]);
});

test("D11.2 the next item is shown from its top, wherever the page was scrolled to", async () => {
  const scrolled: string[] = [];
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ top: -511 } as DOMRect);
  vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.tagName);
  });
  const page = await openQueue();
  await page.press("s");
  expect([page.shown(), scrolled.at(-1)]).toEqual(["p2", "ARTICLE"]);
  vi.restoreAllMocks();
});

test("D11.2 a quick press takes back the decision that is being sent, not the one before it", async () => {
  const second = Promise.withResolvers<{ ok: true; note: null }>();
  const page = await openQueue({
    decide: ({ id }) => (id === "p2" ? second.promise : Promise.resolve({ ok: true, note: null })),
  });
  for (const _ of ["p1", "p2"]) {
    await page.load();
    await page.pass(seenAfterMs);
    await page.press();
  }
  await page.press("z");
  expect([page.shown(), asked.filter((call) => call.startsWith("DELETE"))]).toEqual(["p3", []]);
  await act(async () => second.resolve({ ok: true, note: null }));
  expect(page.shown()).toBe("p2");
  expect(asked.filter((call) => call.startsWith("DELETE"))).toEqual([
    `DELETE /api/staff-decision.php {"queue":"photos","id":"p2"}`,
  ]);
});

test("D11.2 a decision is taken back for ten seconds by its key, and its item is shown again; then the page says that it is too late", async () => {
  const page = await openQueue();
  const decide = async () => {
    await page.load();
    await page.pass(seenAfterMs);
    await page.press();
  };
  await decide();
  expect(page.shown()).toBe("p2");
  expect(page.text()).toContain("Eva · Approve");
  await page.press("z");
  expect(page.shown()).toBe("p1");
  expect(asked.filter((call) => call.startsWith("DELETE"))).toEqual([
    `DELETE /api/staff-decision.php {"queue":"photos","id":"p1"}`,
  ]);
  await decide();
  expect(page.text()).toContain("10 s left");
  await page.pass(1000);
  expect(page.text()).toContain("9 s left");
  await page.pass((undoSeconds - 1) * 1000);
  expect(page.text()).not.toContain("Eva · Approve");
  expect(page.text()).not.toContain("Too late to undo");
  await page.press("z");
  expect(page.text()).toContain("Too late to undo");
  expect([page.shown(), decided]).toEqual(["p2", ["p1 approved", "p1 approved"]]);
});

test("D11.2 an answer that could not be sent is in its field again, and the item says so", async () => {
  const complaint = {
    ...items[0],
    member: null,
    dropped: { by: "Sue", words: "It is on its way.", note: "" },
    ...{ facts: [], text: "Where is it?", thread: [], earlier: [], reports: [], image: null, warned: 0 },
    ...{ payments: [], replies: [], kind: "support", topic: null, owner: null },
  };
  vi.stubGlobal("fetch", async () => Response.json({ items: [complaint], waiting: 1, queues: [] }));
  const settings = { name: "Rendezvous" } as Settings;
  const Complaints = queueScreens.complaints;
  const page = <Complaints name="complaints" queues={[]} {...{ role: null }} />;
  const { container } = await renderPage(page, { root: { settings } });
  expect(container.querySelector("article [role=alert]")?.textContent).toContain("Sue’s decision wasn’t carried out");
  expect(container.querySelector<HTMLTextAreaElement>("textarea[name=words]")?.value).toBe("It is on its way.");
});

test.for([
  ["support", true],
  ["moderator", false],
] as const)("D11.4 all complaints are searched by those who may: %s", async ([role, may]) => {
  vi.stubGlobal("fetch", async () => Response.json({ items: [], waiting: 0, queues: [] }));
  const Complaints = queueScreens.complaints;
  const page = <Complaints name="complaints" queues={[]} {...{ role }} />;
  const { container } = await renderPage(page, { root: { settings: { name: "Rendezvous" } as Settings } });
  expect(container.textContent?.includes("Find a complaint")).toBe(may);
});

test("D7.7 before a withdrawal is carried out staff read what it does, and a payment's number leads to its page", async () => {
  const payment = "0193f3a0-1111-7000-8000-000000000001";
  const bought = {
    ...{
      id: payment,
      number: "2026-000017",
      at: "2026-11-14T10:00:00Z",
      status: "completed",
      amount: 995,
      refunded: 0,
    },
    ...{ refunding: false, charged_back: 0, method: "card", currency: "EUR", named: true, buyer: null },
    withdrawable: { credits: 10, amount: 995, bought: "2026-11-14T10:00:00Z", days: 14 },
  };
  const withdrawal = {
    ...items[0],
    ...{ facts: [{ label: "payment", value: payment }], text: "", thread: [], earlier: [], reports: [], image: null },
    ...{ warned: 0, payments: [bought], replies: [], kind: "", topic: null, owner: null },
  };
  vi.stubGlobal("fetch", async () => Response.json({ items: [withdrawal], waiting: 1, queues: [] }));
  const Withdrawals = queueScreens.withdrawals;
  const page = <Withdrawals name="withdrawals" queues={[]} {...{ role: null }} />;
  const { container } = await renderPage(page, { root: { settings: { name: "Rendezvous" } as Settings } });
  expect(container.querySelector(`dd a[href="/staff/payments/${payment}"]`)).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(seenAfterMs));
  await act(async () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true })));
  const dialog = document.querySelector("dialog");
  expect(dialog?.textContent).toContain("Credits taken back: 10. €9.95 goes back to the buyer the way they paid (");
  expect(dialog?.textContent).toContain("the withdrawal came on day 6 of 14.");
  // Enter says yes to what can be taken back for ten seconds, and never closes the question without a word
  expect(dialog?.querySelector("[autofocus]")).toBe(dialog?.querySelector(".button-danger, .button-primary"));
});

const sent: string[] = [];

const Marked = ({ item, onAct }: ItemProps<Item, object>) => {
  const act = {
    label: "In danger",
    send: async () => sent.push(`mark ${item.id}`),
    takeBack: async () => sent.push(`back ${item.id}`),
  };
  return (
    <button type="button" onClick={() => void onAct(act)}>
      {item.urgent ? "Marked" : "Mark"} {item.id}
    </button>
  );
};

test("DSA 18 what staff do about an item while they look at it shows at once, and can be taken back like a decision", async () => {
  const take: typeof queue.take = async ({ first }) => ({
    items: items.map((item) => ({ ...item, urgent: item.id === first && sent.length % 2 === 1 })),
    waiting: items.length,
  });
  const page = await openQueue({ View: Marked, take });
  await page.clickOn("Mark p1");
  expect(sent).toEqual(["mark p1"]);
  expect(page.text()).toContain("Marked p1");
  expect(page.text()).toContain("Eva · In danger");
  await page.press("z");
  expect(sent).toEqual(["mark p1", "back p1"]);
  expect(page.text()).toContain("Mark p1");
  await page.clickOn("Mark p1");
  await page.pass(undoSeconds * 1000);
  expect(page.text()).not.toContain("Eva · In danger");
  expect(decided).toEqual([]);
});
