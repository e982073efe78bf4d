// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Talk } from "#contract/talks.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { emitPopState } from "#web/lib/pop-state.ts";
import type { RootData } from "#web/lib/root-data.ts";
import { renderPage } from "#web/test-dom.tsx";
import TalkPart from "./talk-part.tsx";
import type { RunningTalk, TalkView } from "./talk-session.ts";

const session = vi.hoisted(() => ({
  view: { step: "none" } as unknown,
  emit: () => {},
  take: vi.fn(),
  leave: vi.fn(),
  putOffRing: vi.fn(),
  setMuted: vi.fn(),
  setClear: vi.fn(),
  turnCamera: vi.fn(),
  closeEnded: vi.fn(),
}));
const report = vi.hoisted(() => vi.fn());

vi.mock("./talk-session.ts", () => ({
  ...session,
  getTalkView: () => session.view,
  listenToTalk(listener: () => void) {
    session.emit = listener;
    return () => {};
  },
  openTalks: async () => {},
  receiveEvent() {},
  recover() {},
}));
vi.mock("#web/lib/use-call.ts", async (original) => ({
  ...(await original<object>()),
  useCall: () => ({ run: report, pending: false, failure: null }),
}));

const wishes = { camera: false, clear: false };
const profile = { id: "ben", name: "Ben", main_image: null, fictional: false, automatic: false };
const talk = {
  id: "talk-1",
  role: "asker",
  profile,
  minute_credits: 0,
  state: "running",
  theirs: wishes,
  mine: wishes,
  charged: 0,
  credits_end_at: null,
} as unknown as Talk;
const running: RunningTalk = {
  step: "running",
  talk,
  peer: "connected",
  since: 0,
  muted: false,
  camera: { state: "off", problem: null },
  clear: false,
  own: null,
  theirs: { sound: null, picture: null },
};
const ring: TalkView = { step: "ring", talk, pending: false, problem: null, failure: null };

beforeEach(() => {
  vi.clearAllMocks();
  report.mockResolvedValue({ report: "report-1", changed: false });
  session.view = { step: "none" };
  vi.spyOn(Date, "now").mockReturnValue(65_000);
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
});

const settings = { direct_talks: true } as RootData["settings"];

async function show(view: TalkView, handle: ScreenHandle = { who: "members", texts: [] }) {
  session.view = view;
  const { container } = await renderPage(
    <QueryClientProvider client={new QueryClient()}>
      <TalkPart />
    </QueryClientProvider>,
    { handle, root: { settings } },
  );
  const names = () =>
    [...container.querySelectorAll("button")].map((each) => each.getAttribute("aria-label") ?? each.textContent);
  const press = (name: string) =>
    act(async () =>
      [...container.querySelectorAll("button")]
        .find((each) => (each.getAttribute("aria-label") ?? each.textContent)?.startsWith(name))
        ?.click(),
    );
  const change = (next: TalkView) =>
    act(async () => {
      session.view = next;
      session.emit();
    });
  return { container, names, press, change };
}

test("R12.02 a ring says who asks and that it begins only if it is taken, and takes no focus", async () => {
  const { container, names, press } = await show(ring);
  expect(container.textContent).toContain("Ben would like to talk to you now");
  expect(container.textContent).toContain("It begins only if you take it.");
  // what the one who asks reads before, too
  expect(container.textContent).toMatch(/internet address isn’t hidden.*It’s free\./);
  expect(names()).toEqual(["Not now", "Take the call"]);
  expect(document.activeElement).toBe(document.body);
  await press("Take the call");
  await press("Not now");
  expect([session.take.mock.calls.length, session.leave.mock.calls.length]).toEqual([1, 1]);
  await act(async () => {
    container.querySelector("button")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  expect(session.putOffRing).toHaveBeenCalledOnce();
});

test("R12.02 a member who pays is not disturbed by a ring", async () => {
  const { container } = await show(ring, { who: "members", texts: [], mood: "paying" });
  expect(container.textContent).toBe("");
});

test("R12.02 a ring without a microphone says what helps", async () => {
  const { container } = await show({ ...ring, problem: "refused" } as TalkView);
  expect(container.querySelector("[role=alert]:not(:empty)")?.textContent).toBeTruthy();
  expect(container.textContent).toContain("We can’t use the microphone.");
});

test("R12.02 a talk shows its time and its state; a smaller one is a bar, which opens again", async () => {
  const { container, names, press } = await show(running);
  expect(container.textContent).toContain("1:05");
  expect(container.querySelector("[role=timer]")?.textContent).toBe("1:05");
  expect(container.textContent).toContain("Connected");
  expect(names()).toEqual(["Make the call smaller", "Mute", "Camera on", "Hang up"]);
  await press("Mute");
  await press("Camera on");
  expect([session.setMuted.mock.lastCall, session.turnCamera.mock.lastCall]).toEqual([[true], [true]]);
  // as a browser's Back does, which this DOM lacks
  await act(async () => {
    history.replaceState({ idx: 0 }, "");
    emitPopState();
  });
  expect(names()).toEqual(["Open the call", "Hang up"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Open the call");
  await press("Open the call");
  expect(names()).toContain("Mute");
});

test("R12.02 clear pictures are offered once there is a camera, and each side reads who still has to agree", async () => {
  const withTheirs = (theirs: Talk["theirs"], clear: boolean): RunningTalk => ({
    ...running,
    talk: { ...talk, theirs },
    clear,
  });
  const { container, names, press, change } = await show(withTheirs({ camera: true, clear: false }, false));
  expect(container.textContent).toContain("blurred until you both want to be seen clearly");
  expect(names()).toContain("Show clearly");
  await press("Show clearly");
  expect(session.setClear).toHaveBeenCalledWith(true);
  await change(withTheirs({ camera: true, clear: false }, true));
  expect(container.textContent).toContain("Ben hasn’t agreed yet.");
  await change(withTheirs({ camera: true, clear: true }, false));
  expect(container.textContent).toContain("Ben would like you to see each other clearly.");
  await change(withTheirs({ camera: true, clear: true }, true));
  expect(container.textContent).toContain("You see each other clearly.");
});

test("R12.02 only the one who pays sees what it costs, and when the credits end", async () => {
  const paid = { ...talk, minute_credits: 2, charged: 4, credits_end_at: "2026-11-28T10:00:00.000Z" };
  const { container, change } = await show({ ...running, talk: paid });
  expect(container.textContent).toContain("4 credits so far");
  expect(container.textContent).toMatch(/Your credits last until .*10:00/);
  await change({ ...running, talk: { ...paid, role: "asked" } });
  expect(container.textContent).not.toContain("credits");
  await change({ step: "ended", talk: { ...paid, role: "asked" }, end: "credits", seconds: 60 });
  expect(container.textContent).toContain("The call is over");
  expect(container.textContent).not.toContain("credits");
});

test("D11.2 R12.02 after a talk two taps report it; what did not begin has nothing to report", async () => {
  const { container, names, press, change } = await show({ step: "ended", talk, end: "hung_up", seconds: 65 });
  expect(container.textContent).toContain("It lasted 1:05.");
  expect(names()).toEqual(["Close", "Done", "Report", "Block"]);
  await press("Report");
  expect(report).not.toHaveBeenCalled();
  await press("Insults or threats");
  expect(report).toHaveBeenCalledOnce();
  expect(report.mock.lastCall?.[0]).toMatchObject({ body: { member: "ben", talk: "talk-1", reason: "harassment" } });
  // words may follow, since nothing was recorded
  expect(container.textContent).toContain("Thank you. Our team has your report.");
  const words = container.querySelector("textarea");
  if (words) words.value = "He threatened me";
  await press("Add to the report");
  expect(report.mock.lastCall?.[0]).toMatchObject({
    body: { member: "ben", talk: "talk-1", reason: "harassment", text: "He threatened me" },
  });
  expect(names()).toEqual(["Close", "Block Ben", "Done"]);
  await change({ step: "ended", talk: { ...talk, id: "talk-2" }, end: "no_answer", seconds: null });
  expect(container.textContent).toContain("No answer for now");
  expect(names()).toEqual(["Close", "Done"]);
});
