import { beforeEach, expect, test, vi } from "vitest";
import type { MemberEvent } from "#contract/events.ts";
import { openEventStream } from "./event-stream.ts";

class FakeSource extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  onmessage = (_message: { data: string }) => {};
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

let page = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: { viewer: "anna" } } });
function show(visible: boolean) {
  page.hidden = !visible;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  page = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: { viewer: "anna" } } });
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", FakeSource);
});
function open() {
  const events: MemberEvent[] = [];
  const [onGap, onOpen, onOtherMember] = [vi.fn(), vi.fn(), vi.fn()];
  const onEvent = (event: MemberEvent) => events.push(event);
  const { close: stop, isOpen } = openEventStream({ onEvent, onOtherMember, onGap, onOpen });
  const [source] = FakeSource.all;
  if (source === undefined) throw new Error("no stream was opened");
  return { events, onGap, onOpen, onOtherMember, stop, isOpen, source };
}

test("R7.03 each opening of the stream says that the server can be reached", () => {
  const { onOpen, onGap, source } = open();
  expect(onOpen).not.toHaveBeenCalled();
  source.onopen();
  expect([onOpen.mock.calls.length, onGap.mock.calls.length]).toEqual([1, 0]);
  source.onerror();
  source.onopen();
  expect([onOpen.mock.calls.length, onGap.mock.calls.length]).toEqual([2, 1]);
});

test("D6.5 each kind of event arrives as the server sent it", () => {
  const { events, source } = open();
  expect(source.url).toBe("/api/events.php?member=anna");
  source.onmessage({ data: '{"type":"credits","credits":4}' });
  source.onmessage({ data: '{"type":"like","from":"m1","name":"Eva"}' });
  expect(events).toEqual([
    { type: "credits", credits: 4 },
    { type: "like", from: "m1", name: "Eva" },
  ]);
});

test("D6.5 after a gap the caller is asked to catch up, once the stream is back", () => {
  const { onGap, source } = open();
  source.onopen();
  expect(onGap).not.toHaveBeenCalled();
  source.onerror();
  source.onopen();
  expect(onGap).toHaveBeenCalledOnce();
});

test("D6.5 while the server is away a page tries ever more seldom, and again soon once it was back", () => {
  const { source, onGap } = open();
  const tries = (seconds: number) => {
    const before = FakeSource.all.length;
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1_000);
      const last = FakeSource.all.at(-1);
      if (last && last.readyState !== FakeSource.CLOSED) last.onerror();
    }
    return FakeSource.all.length - before;
  };
  source.onopen();
  // the browser's own try comes first
  source.onerror();
  expect(source.readyState).toBe(FakeSource.OPEN);
  source.onerror();
  expect(source.readyState).toBe(FakeSource.CLOSED);
  expect(tries(60)).toBeLessThanOrEqual(8);
  const later = tries(600);
  expect(later).toBeGreaterThanOrEqual(19);
  expect(later).toBeLessThanOrEqual(45);
  vi.advanceTimersByTime(30_000);
  FakeSource.all.at(-1)?.onopen();
  expect(onGap).toHaveBeenCalledOnce();
  FakeSource.all.at(-1)?.onerror();
  expect(FakeSource.all.at(-1)?.readyState).toBe(FakeSource.OPEN);
});

test("D6.5 a stream that the browser gave up is opened again, a stopped one is not", () => {
  const { source, stop } = open();
  source.readyState = FakeSource.CLOSED;
  source.onerror();
  vi.advanceTimersByTime(10_000);
  expect(FakeSource.all).toHaveLength(2);
  stop();
  expect(FakeSource.all[1]?.readyState).toBe(FakeSource.CLOSED);
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.all).toHaveLength(2);
});

test("D9.1 a hidden page reopens its stream as hidden, and catches up once it is visible again", () => {
  const { source, onGap, stop } = open();
  source.onopen();
  show(false);
  expect([source.readyState, FakeSource.all.length]).toEqual([FakeSource.CLOSED, 1]);
  vi.advanceTimersByTime(1_000);
  const hidden = FakeSource.all.at(-1);
  expect([source.readyState, hidden?.url]).toEqual([FakeSource.CLOSED, "/api/events.php?member=anna&hidden=1"]);
  hidden?.onopen();
  expect(onGap).not.toHaveBeenCalled();
  show(true);
  expect(FakeSource.all.at(-1)?.url).toBe("/api/events.php?member=anna");
  FakeSource.all.at(-1)?.onopen();
  expect(onGap).toHaveBeenCalledOnce();
  stop();
  show(false);
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.all).toHaveLength(3);
});

test("R9.02 the stream says whether events arrive", () => {
  const { isOpen, source, stop } = open();
  expect(isOpen()).toBe(true);
  source.readyState = 0;
  expect(isOpen()).toBe(false);
  source.readyState = FakeSource.OPEN;
  stop();
  expect(isOpen()).toBe(false);
});

test("R6.09 a stream that finds another member logged in ends, and is not opened again", () => {
  const { onOtherMember, source } = open();
  source.onopen();
  source.dispatchEvent(new Event("other_member"));
  expect(onOtherMember).toHaveBeenCalledOnce();
  expect(source.readyState).toBe(FakeSource.CLOSED);
  vi.advanceTimersByTime(60_000);
  expect(FakeSource.all).toHaveLength(1);
});
