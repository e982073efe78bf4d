import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "#contract/chat.ts";
import {
  findFirstUnread,
  hasAnswered,
  promiseOfSheet,
  receivedAfter,
  type Thread,
  withAnswers,
  withMessage,
  withNewest,
  withOlder,
  withoutGone,
  withoutMessage,
  withRead,
} from "./thread.ts";

/** When the message of this number was sent. */
const at = (number: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, number)).toISOString();

function message(number: number, more: Partial<Message> = {}): Message {
  const id = String(number).padStart(4, "0");
  const created_at = at(number);
  return { id, mine: false, author_kind: "member", text: id, created_at, read: false, ...more };
}

function thread(messages: Message[], older_cursor: string | null = null): Thread {
  return {
    conversation: { id: "c" },
    profile: {} as Thread["profile"],
    messages,
    older_cursor,
    num_unread_messages: 0,
    message_credits: 1,
    conversations_left: null,
    questions: [],
    reply: null,
    age_check_required: false,
    promise: null,
    answer_odds: null,
    unmet_wishes: [],
    may_decline: false,
    closed: null,
    shows_typing: true,
    talk: { chance: "open", minute_credits: 0, last: null },
  };
}

const ids = ({ messages }: Thread) => messages.map(({ id }) => Number(id));

test("D6.4 loaded older messages stay when the newest are fetched again", () => {
  const known = withOlder(thread([message(3), message(4)], "before 3"), thread([message(1), message(2)], "before 1"));
  const refreshed = withNewest(known, thread([message(4), message(5)], "before 4"));
  expect(ids(refreshed)).toEqual([1, 2, 3, 4, 5]);
  expect(refreshed.older_cursor).toBe("before 1");
});

test("R2.22 a read message stays read, whatever an older answer says", () => {
  const read = withRead(thread([message(1, { mine: true }), message(2)]), at(2));
  expect(read.messages.map((entry) => entry.read)).toEqual([true, false]);
  expect(withNewest(read, thread([message(1, { mine: true })])).messages[0]?.read).toBe(true);
});

test("D6.5 a message that the partner reads before the answer to its sender is read, also after an answer without it", () => {
  const current = withRead(thread([message(1, { mine: true })]), at(2));
  const answered = withNewest(current, thread([message(1, { mine: true })]));
  const readOf = (number: number) => withMessage(answered, message(number, { mine: true })).messages.at(-1)?.read;
  expect([2, 3].map(readOf)).toEqual([true, false]);
  expect(withMessage(answered, message(2)).messages.at(-1)?.read).toBe(false);
});

test("D8.2 a photo that the partner can't see yet is not marked as read when they open the chat", () => {
  const photo = (status: "inspection" | "active") =>
    message(1, { mine: true, attachment: { kind: "photo", status, image: null } });
  expect(withRead(thread([photo("inspection")]), at(2)).messages[0]?.read).toBe(false);
  expect(withRead(thread([photo("active")]), at(2)).messages[0]?.read).toBe(true);
});

test("R4.17 the divider stands before the first unread message; the viewer's own in between do not count", () => {
  const messages = [message(1), message(2), message(3, { mine: true }), message(4)];
  expect(findFirstUnread(messages, 2, false)).toBe("0002");
  expect(findFirstUnread(messages, 0, false)).toBeUndefined();
  expect(findFirstUnread(messages, 70, false)).toBe("0001");
  // the first unread message is among the older ones, which are not loaded yet
  expect(findFirstUnread(messages, 70, true)).toBeUndefined();
  expect(findFirstUnread([message(1, { mine: true })], 1, false)).toBeUndefined();
});

test("R4.17 a message of one's own after the newest one at the opening is an answer, an earlier one is none", () => {
  const messages = [message(1, { mine: true }), message(2), message(3), message(4, { mine: true })];
  expect(hasAnswered(messages, "0003")).toBe(true);
  expect(hasAnswered(messages.slice(0, 3), "0003")).toBe(false);
  expect(hasAnswered(messages.slice(0, 3), "0002")).toBe(false);
});

test("R10.01 once the partner has written, the sheets of photos and gifts are silent about credits that came back", () => {
  const promise = { state: "given_back", credits: 1, cause: "no_answer", at: "2026-11-27T10:00:00.000Z" } as const;
  const silent: Thread = { ...thread([message(1, { mine: true })]), promise };
  expect(promiseOfSheet(silent)).toBe(promise);
  expect(promiseOfSheet(withMessage(silent, message(2)))).toBeNull();
});

test("R10.01 an answer that arrives live ends the promise for its author, also if an older page comes after it", () => {
  const first = message(1, { mine: true });
  const waiting: Thread = {
    ...thread([first]),
    promise: { state: "waiting", credits: 1, until: "2026-11-27T10:00:00.000Z" },
  };
  const promiseAfter = (more: Partial<Message>) => withAnswers(withMessage(waiting, message(2, more))).promise;
  expect(withAnswers(waiting)).toBe(waiting);
  expect(promiseAfter({})).toBeNull();
  expect(withAnswers(withNewest(withMessage(waiting, message(2)), waiting)).promise).toBeNull();
  // what is no answer on the server: a program's, the author's own, one after the deadline, a rejected photo
  const rejected = { kind: "photo", status: "rejected", image: null } as const;
  const late = { created_at: "2026-11-28T10:00:00.000Z" };
  for (const more of [{ author_kind: "automatic" as const }, { mine: true }, late, { text: "", attachment: rejected }])
    expect(promiseAfter(more)).toBe(waiting.promise);
});

test("R10.01 an answer of the viewer ends “No, thanks” at once", () => {
  const received: Thread = { ...thread([message(1)]), may_decline: true };
  expect(withAnswers(received).may_decline).toBe(true);
  expect(withAnswers(withMessage(received, message(2))).may_decline).toBe(true);
  expect(withAnswers(withMessage(received, message(2, { mine: true }))).may_decline).toBe(false);
});

test("R2.22 only messages received afterwards are read out", () => {
  const messages = [message(1), message(2, { mine: true }), message(3)];
  expect(receivedAfter(messages, message(1)).map(({ id }) => id)).toEqual(["0003"]);
  expect(receivedAfter(messages, undefined).map(({ id }) => id)).toEqual(["0001", "0003"]);
});

test("R11.02 a message that was taken back is gone, also if its event was lost, and none is read out for it", () => {
  const loaded = thread([message(2), message(3)], "before 2");
  const loose = withMessage(loaded, message(4));
  const answer = thread([message(2), message(3)], "before 2");
  expect(ids(withNewest(withoutGone(loose, loose, answer), answer))).toEqual([2, 3]);
  // one that came while the request ran is not in its answer, and older ones are no part of it
  const later = withMessage(loose, message(5));
  const newest = thread([message(3)], "before 3");
  expect(ids(withNewest(withoutGone(later, loose, newest), newest))).toEqual([2, 3, 5]);
  expect(receivedAfter([message(1), message(3)], message(4))).toEqual([]);
});

test("R4.02 a held message is gone once the server has it as sent, and is never marked as read", () => {
  const waiting = thread([message(1, { mine: true, held: true }), message(2, { mine: true, held: true })]);
  expect(withRead(waiting, at(3)).messages.map(({ read }) => read)).toEqual([false, false]);
  expect(ids(withMessage(waiting, message(3, { mine: true, held: true })))).toEqual([1, 2, 3]);
  const sent = thread([message(11, { mine: true }), message(12, { mine: true })]);
  expect(ids(withNewest(waiting, sent))).toEqual([11, 12]);
  expect(ids(withoutMessage(waiting, "0001"))).toEqual([2]);
});

test("D6.4 a page that reaches back to a found message brings the cursor of the messages before it", () => {
  const known = thread([message(60), message(61)], "before 60");
  const found = withNewest(known, thread([message(20), message(60), message(61), message(62)], "before 20"));
  expect([ids(found), found.older_cursor]).toEqual([[20, 60, 61, 62], "before 20"]);
});

type Step =
  | { kind: "receive" | "send"; lost: boolean }
  | { kind: "refetch" | "older"; late: boolean }
  | { kind: "read" };
const pageSize = 5;

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom("receive", "send"), lost: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("refetch", "older"), late: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: "read" as const }) },
);

/** A server with all messages of a conversation, and a page that gets them by events. Some events are lost. */
function conversation() {
  const all: Message[] = [];
  const page = (before = all.length, from = all): Thread => {
    const start = Math.max(0, before - pageSize);
    return thread(from.slice(start, before), start > 0 ? String(start) : null);
  };
  return { all, page };
}

test("R4.22 D6.5 whatever events are lost or late, the next answer leaves nothing missing and nothing twice", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (taken) => {
      const { all, page } = conversation();
      let shown = page();
      let late: Thread[] = [];
      for (const step of taken) {
        if (step.kind === "receive" || step.kind === "send") {
          const news = message(all.length, { mine: step.kind === "send" });
          all.push(news);
          // the answer to the page's own message is never lost
          if (!step.lost || step.kind === "send") shown = withMessage(shown, news);
        } else if (step.kind === "refetch") {
          const answer = page(all.length, [...all]);
          if (step.late) late.push(answer);
          else shown = withNewest(shown, answer);
        } else if (step.kind === "older" && shown.older_cursor !== null) {
          shown = withOlder(shown, page(Number(shown.older_cursor)));
        } else if (step.kind === "read") {
          shown = withRead(shown, at(all.length));
          for (const [index, sent] of all.entries()) all[index] = { ...sent, read: sent.mine };
        }
        // the answer to an earlier request arrives after later ones
        if (late.length > 1) {
          for (const answer of late) shown = withNewest(shown, answer);
          late = [];
        }
      }
      shown = withNewest(shown, page());
      const from = shown.older_cursor === null ? 0 : Number(shown.older_cursor);
      expect(ids(shown)).toEqual(all.slice(from).map(({ id }) => Number(id)));
    }),
    { numRuns: 1000 },
  );
});
