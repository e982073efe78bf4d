// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Call } from "#contract/call.ts";
import type { Talk } from "#contract/talks.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import type { createPeer, PeerState } from "./peer.ts";
import {
  ask,
  closeEnded,
  getTalkView,
  leave,
  openTalks,
  putOffRing,
  receiveEvent,
  recover,
  setClear,
  setMuted,
  take,
  turnCamera,
} from "./talk-session.ts";
import { hasLeftTalk, takeLeftTalk } from "./talk-store.ts";

class Track {
  live = true;
  enabled = true;
  onended: (() => void) | null = null;
  readonly kind: string;
  constructor(kind: string) {
    this.kind = kind;
  }
  stop() {
    this.live = false;
  }
}

type Peer = {
  options: Parameters<typeof createPeer>[0];
  received: unknown[];
  picture: unknown;
  isClosed: boolean;
  recovered: number;
};
const peers: Peer[] = [];
const calls: { path: string; method: string; body: Record<string, unknown> }[] = [];
let tracks: Track[] = [];
const getUserMedia = vi.fn();
const soft = new Track("video");
/** What the server answers by method and path; a function throws what it refuses. */
let answers: Record<string, (body: Record<string, unknown>) => unknown> = {};

vi.mock("./peer.ts", () => ({
  createPeer(options: Peer["options"]) {
    const peer: Peer = { options, received: [], picture: null, isClosed: false, recovered: 0 };
    peers.push(peer);
    return {
      begin() {},
      receive: (signal: unknown) => peer.received.push(signal),
      recover: () => {
        peer.recovered += 1;
      },
      setPicture: (track: unknown) => {
        peer.picture = track;
      },
      close: () => {
        peer.isClosed = true;
      },
    };
  },
}));
vi.mock("./soft-camera.ts", () => ({ softenCamera: () => ({ track: soft, stop: () => soft.stop() }) }));
vi.mock("#web/lib/call.ts", () => {
  const call = async ({ method, path }: Call, input: { body?: Record<string, unknown> } = {}) => {
    const body = input.body ?? {};
    calls.push({ method, path, body });
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) throw new Error(`no answer to ${method} ${path}`);
    return answer(body);
  };
  return { call, callByItself: call };
});

const ben = { id: "ben", name: "Ben" } as Talk["profile"];
const wishes = { camera: false, clear: false };
let server: Talk | null = null;

const talkOf = (changes: Partial<Talk>): Talk => ({
  id: "talk-1",
  role: "asked",
  profile: ben,
  ring_until: "2026-11-28T10:00:45.000Z",
  minute_credits: 0,
  state: "ringing",
  end: null,
  begun_at: null,
  ended_at: null,
  page: null,
  mine: wishes,
  theirs: wishes,
  charged: 0,
  credits_end_at: null,
  ...changes,
});
const become = (changes: Partial<Talk>) => {
  server = talkOf({ ...server, ...changes });
  return { talk: server };
};
const refuse = (code: "talk_over" | "talk_too_soon" | "talk_not_found", status: number) => () => {
  throw new ApiFailure(status, code, code);
};
const pathsOf = (path: string) => calls.filter((each) => each.path === path);
const settle = () => vi.advanceTimersByTimeAsync(0);
const step = () => getTalkView().step;
const running = () => {
  const view = getTalkView();
  if (view.step !== "running") throw new Error(`it is ${view.step}`);
  return view;
};
const peer = () => {
  const last = peers.at(-1);
  if (last === undefined) throw new Error("no peer");
  return last;
};
const connect = (state: PeerState) => peer().options.onState(state);

beforeEach(() => {
  vi.useFakeTimers();
  peers.length = 0;
  calls.length = 0;
  tracks = [];
  server = null;
  takeLeftTalk();
  vi.stubGlobal("RTCPeerConnection", class {});
  vi.stubGlobal("AudioContext", class {});
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  getUserMedia.mockReset();
  getUserMedia.mockImplementation(async ({ audio }: { audio?: object }) => {
    const track = new Track(audio ? "audio" : "video");
    tracks.push(track);
    const list = [track];
    return { getTracks: () => list, getAudioTracks: () => list, getVideoTracks: () => list };
  });
  answers = {
    "GET /api/talk.php": () => ({ talk: server }),
    "POST /api/talk.php": ({ page }) => become({ role: "asker", page: page as string }),
    "PUT /api/talk-accept.php": ({ page }) => become({ state: "running", page: page as string }),
    "PUT /api/talk-join.php": ({ page }) => become({ page: page as string }),
    "PUT /api/talk-beat.php": () => ({ talk: server }),
    "PUT /api/talk-end.php": () => become({ state: "ended", end: "hung_up" }),
    "POST /api/talk-signal.php": () => ({}),
  };
  onTestFinished(() => deleteMemberTraces());
});

const askFor = (credits: number, key: string) => ask({ member: "ben", credits, key, onAsked: async () => {} });

const ring = () => {
  become({ role: "asked", state: "ringing" });
  receiveEvent({ type: "talk", talk: "talk-1", state: "ringing", end: null });
  return settle();
};

/** Takes a call, and is connected. */
async function talk(): Promise<void> {
  await ring();
  await take();
  await settle();
  connect("connected");
}

test("R12.02 a call that rings begins once it is taken, with the microphone only", async () => {
  await ring();
  expect([step(), tracks.length]).toEqual(["ring", 0]);
  await take();
  expect(running()).toMatchObject({ muted: false, camera: { state: "off" }, peer: "connecting" });
  expect(peer().options.role).toBe("asked");
  expect(tracks.map(({ kind, live }) => [kind, live])).toEqual([["audio", true]]);
  await vi.advanceTimersByTimeAsync(9_000);
  const beats = pathsOf("/api/talk-beat.php");
  expect(beats).toHaveLength(4);
  expect(beats.at(-1)?.body).toEqual({ id: "talk-1", page: server?.page, camera: false, clear: false });
});

test("R12.02 without a microphone no call is taken or asked for; the member learns why", async () => {
  getUserMedia.mockRejectedValue(new DOMException("", "NotAllowedError"));
  await ring();
  await take();
  expect(getTalkView()).toMatchObject({ step: "ring", problem: "refused", pending: false });
  expect(await askFor(0, "key")).toEqual({ problem: "refused" });
  getUserMedia.mockRejectedValue(new DOMException("", "NotFoundError"));
  expect(await askFor(0, "key")).toEqual({ problem: "missing" });
  expect([...pathsOf("/api/talk-accept.php"), ...calls.filter(({ method }) => method === "POST")]).toEqual([]);
});

test("R12.02 a call that is over when it is taken says so, and the microphone is free", async () => {
  await ring();
  answers["PUT /api/talk-accept.php"] = refuse("talk_over", 409);
  await take();
  expect(getTalkView()).toMatchObject({ step: "ring", failure: { code: "talk_over" } });
  expect(tracks.map(({ live }) => live)).toEqual([false]);
});

test("R12.02 later: the ring is gone here and comes back with no event; “not now” tells the server", async () => {
  await ring();
  putOffRing();
  await ring();
  recover();
  await settle();
  expect(step()).toBe("none");
  expect(pathsOf("/api/talk-end.php")).toEqual([]);
  become({ id: "talk-2" });
  receiveEvent({ type: "talk", talk: "talk-2", state: "ringing", end: null });
  await settle();
  await leave();
  expect(step()).toBe("none");
  expect(pathsOf("/api/talk-end.php").map(({ body }) => body)).toEqual([{ id: "talk-2" }]);
});

test("R12.02 a ring that is over, or taken on another page of the member, goes away", async () => {
  await ring();
  receiveEvent({ type: "talk", talk: "talk-1", state: "ended", end: "no_answer" });
  expect(step()).toBe("none");
  become({ id: "talk-3", state: "ringing" });
  receiveEvent({ type: "talk", talk: "talk-3", state: "ringing", end: null });
  await settle();
  become({ state: "running", page: "another" });
  receiveEvent({ type: "talk", talk: "talk-3", state: "running", end: null });
  await settle();
  expect([step(), peers.length]).toEqual(["none", 0]);
});

test("R12.02 asked for, it begins once the other one takes it; no answer is said kindly, a refusal at once", async () => {
  answers["POST /api/talk.php"] = refuse("talk_too_soon", 429);
  expect(await askFor(2, "key")).toMatchObject({ failure: { code: "talk_too_soon" } });
  expect([step(), tracks[0]?.live]).toEqual(["none", false]);
  answers["POST /api/talk.php"] = ({ page }) => become({ role: "asker", page: page as string });
  expect(await askFor(2, "key")).toBeNull();
  expect(step()).toBe("asking");
  expect(pathsOf("/api/talk.php").at(-1)?.body).toMatchObject({ member: "ben", credits: 2 });
  become({ state: "running" });
  receiveEvent({ type: "talk", talk: "talk-1", state: "running", end: null });
  await settle();
  expect([step(), peer().options.role]).toEqual(["running", "asker"]);
  await leave();
  closeEnded();
  become({ id: "talk-4", state: "ringing", end: null });
  await askFor(2, "other key");
  receiveEvent({ type: "talk", talk: "talk-4", state: "ended", end: "no_answer" });
  expect(getTalkView()).toMatchObject({ step: "ended", end: "no_answer", seconds: null });
  expect(tracks.every(({ live }) => !live)).toBe(true);
});

test("R12.02 both press at once: the answer to asking says that it runs, and it begins", async () => {
  await ring();
  answers["POST /api/talk.php"] = ({ page }) => become({ state: "running", page: page as string });
  expect(await askFor(0, "key")).toBeNull();
  expect(step()).toBe("running");
});

test("R12.02 muted, nothing is heard; hung up, all is off, and how long it was is said", async () => {
  await talk();
  setMuted(true);
  expect([tracks[0]?.enabled, running().muted]).toEqual([false, true]);
  setMuted(false);
  expect(tracks[0]?.enabled).toBe(true);
  await turnCamera(true);
  await vi.advanceTimersByTimeAsync(65_000);
  await leave();
  expect(getTalkView()).toMatchObject({ step: "ended", end: "hung_up", seconds: 65 });
  expect(tracks.map(({ live }) => live)).toEqual([false, false]);
  expect([peer().isClosed, pathsOf("/api/talk-end.php").length]).toEqual([true, 1]);
});

test("R12.02 the camera is soft until both want to be seen clearly, and soft again once one does not", async () => {
  await talk();
  await turnCamera(true);
  await settle();
  expect(peer().picture).toBe(soft);
  expect(pathsOf("/api/talk-beat.php").at(-1)?.body).toMatchObject({ camera: true, clear: false });
  become({ theirs: { camera: true, clear: true } });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(peer().picture).toBe(soft);
  setClear(true);
  await settle();
  const camera = tracks.find(({ kind }) => kind === "video");
  expect(peer().picture).toBe(camera);
  become({ theirs: { camera: true, clear: false } });
  receiveEvent({ type: "talk", talk: "talk-1", state: "running", end: null });
  await settle();
  expect(peer().picture).toBe(soft);
  await turnCamera(false);
  await settle();
  expect([peer().picture, camera?.live, running().own]).toEqual([null, false, null]);
  expect(pathsOf("/api/talk-beat.php").at(-1)?.body).toMatchObject({ camera: false });
});

test("R12.02 a camera that can't be used is said, and the sound goes on", async () => {
  await talk();
  getUserMedia.mockRejectedValueOnce(new DOMException("", "NotReadableError"));
  await turnCamera(true);
  expect(running().camera).toEqual({ state: "off", problem: "in_use" });
  expect(tracks[0]?.live).toBe(true);
});

test("R12.02 signals go to this page's connection, and only those for it", async () => {
  await talk();
  const page = running().talk.page ?? "";
  const signal = { kind: "ready" } as const;
  receiveEvent({ type: "talk_signal", talk: "talk-1", page, signal });
  receiveEvent({ type: "talk_signal", talk: "talk-1", page: "another", signal });
  receiveEvent({ type: "talk_signal", talk: "talk-2", page, signal });
  expect(peer().received).toEqual([signal]);
  recover();
  expect(peer().recovered).toBe(1);
});

test("R12.02 two pages that can't reach each other end the call within seconds, with kind words", async () => {
  await talk();
  connect("interrupted");
  await vi.advanceTimersByTimeAsync(5_000);
  connect("connected");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(step()).toBe("running");
  connect("interrupted");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(getTalkView()).toMatchObject({ step: "ended", end: "lost" });
  expect(pathsOf("/api/talk-end.php")).toHaveLength(1);
  closeEnded();
  become({ id: "talk-5", state: "ringing", end: null });
  receiveEvent({ type: "talk", talk: "talk-5", state: "ringing", end: null });
  await settle();
  await take();
  connect("interrupted");
  // the other page was the first that noticed it
  receiveEvent({ type: "talk", talk: "talk-5", state: "ended", end: "hung_up" });
  expect(getTalkView()).toMatchObject({ step: "ended", end: "lost" });
});

test("R12.02 a block ends it: there is no such call any more", async () => {
  await talk();
  answers["PUT /api/talk-beat.php"] = refuse("talk_not_found", 404);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(getTalkView()).toMatchObject({ step: "ended", end: "closed" });
  expect(tracks[0]?.live).toBe(false);
});

test("R12.02 another page of the member goes on with it: this one stops without a word", async () => {
  await talk();
  become({ page: "another" });
  await vi.advanceTimersByTimeAsync(3_000);
  expect([step(), peer().isClosed, tracks[0]?.live]).toEqual(["none", true, false]);
});

test("R12.02 a page that is loaded anew takes the call over at once, and returns at a press", async () => {
  await talk();
  dispatchEvent(new Event("pagehide"));
  expect([hasLeftTalk(), tracks[0]?.live]).toEqual([true, false]);
  // the next page has its own memory
  deleteMemberTraces();
  calls.length = 0;
  await openTalks();
  expect([step(), hasLeftTalk()]).toEqual(["left", false]);
  expect(pathsOf("/api/talk-join.php")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(pathsOf("/api/talk-beat.php").length).toBeGreaterThan(0);
  await take();
  expect([step(), pathsOf("/api/talk-accept.php")]).toEqual(["running", []]);
  // without the press it is lost after a while
  dispatchEvent(new Event("pagehide"));
  deleteMemberTraces();
  await openTalks();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(step()).toBe("none");
});

test("R12.02 a logout ends it on this page", async () => {
  await talk();
  deleteMemberTraces();
  expect([step(), peer().isClosed, tracks[0]?.live]).toEqual(["none", true, false]);
});
