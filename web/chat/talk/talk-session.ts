import type { MemberEvent } from "#contract/events.ts";
import {
  acceptTalk,
  askTalk,
  beatTalk,
  endTalk,
  getTalk,
  getTalkRelay,
  joinTalk,
  sendTalkSignal,
  type Talk,
  type TalkEnd,
  type TalkProgress,
  talkBeatSeconds,
} from "#contract/talks.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { call, callByItself } from "#web/lib/call.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { createTaskQueue } from "#web/lib/task-queue.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { pausePlaying } from "#web/profiles/voice/playing.ts";
import { stopRecording } from "#web/profiles/voice/recorder.ts";
import { closeStream, type MediaProblem, openCamera, openMicrophone } from "./media.ts";
import { createPeer, type Peer, type PeerState, type PeerTracks } from "./peer.ts";
import { softenCamera } from "./soft-camera.ts";
import { keepLeftTalk, takeLeftTalk } from "./talk-store.ts";

/** What stopped a press: the browser's refusal, or the server's. */
type Obstacle = { problem: MediaProblem | null; failure: FormFailure | null };
const noObstacle: Obstacle = { problem: null, failure: null };

/** `left`: this tab took part until its page was loaded anew, and can return. */
type Offered = { step: "ring" | "left"; talk: Talk; pending: boolean } & Obstacle;

export type RunningTalk = {
  step: "running";
  talk: Talk;
  peer: PeerState;
  /** When it began, in milliseconds of this device's clock. */
  since: number;
  muted: boolean;
  camera: { state: "off" | "starting" | "on"; problem: MediaProblem | null };
  /** The member agrees that both are seen clearly. */
  clear: boolean;
  /** What the member's own camera sends. */
  own: MediaStreamTrack | null;
  theirs: PeerTracks;
};

export type TalkView =
  | { step: "none" }
  | { step: "asking"; talk: Talk }
  | Offered
  | RunningTalk
  /** `seconds`: null: it did not begin. */
  | { step: "ended"; talk: Talk; end: TalkEnd; seconds: number | null };

const none: TalkView = { step: "none" };
const noTracks: PeerTracks = { sound: null, picture: null };

/** Two pages that can't reach each other for so many milliseconds end their call; at its begin they have longer. */
const silentMs = { connecting: 15_000, interrupted: 9_000 };
/** A page that could return to its call keeps it for so many milliseconds, then the call is lost. */
const returnMs = 20_000;
const noWishes = { camera: false, clear: false };

/** This page, among others of the member. */
const page = newKey();

let view: TalkView = none;
/** When the talk began here, in milliseconds of this device's clock. */
let begunAt: number | null = null;
let microphone: MediaStream | null = null;
let camera: MediaStream | null = null;
let soft: ReturnType<typeof softenCamera> | null = null;
let peer: Peer | null = null;
let beats: ReturnType<typeof setInterval> | undefined;
let lock: Promise<WakeLockSentinel | null> | null = null;
let silence: ReturnType<typeof setTimeout> | undefined;
let isBeating = false;
let beatsAgain = false;
/** Those that the member put off: they ring on other pages only. */
const putOff = new Set<string>();
let enqueueSignal = createTaskQueue();

const { listen, emit } = createListeners();
export const listenToTalk = listen;
export const getTalkView = (): TalkView => view;

function setView(next: TalkView): void {
  view = next;
  emit();
}

const changeRunning = (changes: Partial<RunningTalk>) => {
  if (view.step === "running") setView({ ...view, ...changes });
};

const idOf = (current: TalkView): string | null => (current.step === "none" ? null : current.talk.id);
const isOpen = ({ step }: TalkView) => step === "asking" || step === "running" || step === "left";

/** Ends all that goes on in this page; the server is not told. */
function stop(): void {
  clearInterval(beats);
  clearTimeout(silence);
  peer?.close();
  peer = null;
  soft?.stop();
  soft = null;
  closeStream(camera);
  closeStream(microphone);
  camera = null;
  microphone = null;
  begunAt = null;
  // a lock that the browser refused is none
  void lock?.then((held) => held?.release()).catch(() => {});
  lock = null;
}

function finish(reason: TalkEnd, by?: "me"): void {
  const before = view;
  // the other page noticed first that the two can't reach each other
  const isCutOff = reason === "hung_up" && by !== "me" && before.step === "running" && before.peer === "interrupted";
  const end = isCutOff ? "lost" : reason;
  stop();
  if (before.step === "none" || before.step === "ended") return;
  // what did not begin is over without a word: the asker gave up, or the asked one has the chat's line
  const isSilent = before.step === "ring" || before.step === "left" || (before.step === "asking" && by === "me");
  const seconds = before.step === "running" ? Math.round((Date.now() - before.since) / 1000) : null;
  setView(isSilent ? none : { step: "ended", talk: before.talk, end, seconds });
}

/** The member's talk; undefined: the server can't be asked now. */
async function load(): Promise<Talk | null | undefined> {
  try {
    return (await call(getTalk)).talk;
  } catch (error) {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}

/** The script of calls is there: a call may ring, or this tab may have been in one. */
export async function openTalks(): Promise<void> {
  const left = takeLeftTalk();
  const talk = await load();
  if (talk?.id !== left?.id || talk === null || talk === undefined) return show(talk);
  // this page takes it over at once, so that it is not lost meanwhile; it hears and says nothing until the press
  const joined = await callByItself(joinTalk, { body: { id: talk.id, page } }).catch((error: unknown) => {
    if (error instanceof ApiFailure) return null;
    throw error;
  });
  if (joined === null || view.step !== "none") return;
  begunAt = left?.since ?? null;
  setView({ step: "left", talk: joined.talk, pending: false, ...noObstacle });
  startBeats();
  setTimeout(() => {
    if (view.step === "left" && !view.pending) finish("lost");
  }, returnMs);
}

/** Asks how the member's talk stands, as after an event. */
async function refresh(): Promise<void> {
  show(await load());
}

function show(talk: Talk | null | undefined): void {
  if (talk === undefined || isOpen(view) || view.step === "ended") return;
  if (talk === null || talk.state !== "ringing" || talk.role !== "asked") {
    if (view.step === "ring") setView(none);
    return;
  }
  if (putOff.has(talk.id) || (view.step === "ring" && view.talk.id === talk.id)) return;
  setView({ step: "ring", talk, pending: false, ...noObstacle });
}

export function receiveEvent(event: MemberEvent): void {
  if (event.type === "talk") {
    const isCurrent = event.talk === idOf(view);
    if (isCurrent && event.state === "ended") finish(event.end ?? "closed");
    else if (isCurrent && isOpen(view)) void beat();
    else void refresh();
  }
  if (event.type === "talk_signal" && event.talk === idOf(view) && event.page === page) {
    peer?.receive(event.signal);
  }
}

/** The event stream was away: signals may be lost. */
export function recover(): void {
  peer?.recover();
  if (isOpen(view)) void beat();
  else void refresh();
}

type Asked = { problem: MediaProblem } | { failure: FormFailure } | null;

type Question = { member: string; credits: number; key: string; onAsked: () => Promise<void> };

/**
 * Asks a member for a call, at the price that the caller sees. Returns what stopped it. `onAsked` closes the sheet: the
 * screen of the call opens only then, as its entry in the history would go with that of the sheet.
 */
export async function ask({ member, credits, key, onAsked }: Question): Promise<Asked> {
  const { stream, problem } = await openMicrophone();
  if (stream === null) return { problem };
  try {
    const { talk } = await call(askTalk, { body: { member, page, credits }, key });
    await onAsked();
    microphone = stream;
    if (talk.state === "running") begin(talk);
    else setView({ step: "asking", talk });
    startBeats();
    return null;
  } catch (error) {
    closeStream(stream);
    return { failure: toFailure(error) };
  }
}

/** Takes the call that rings, or returns to the one that this tab was in. */
export async function take(): Promise<void> {
  if ((view.step !== "ring" && view.step !== "left") || view.pending) return;
  const { step, talk } = view;
  const fail = (obstacle: Partial<Obstacle>) => {
    if ((view.step === "ring" || view.step === "left") && view.talk.id === talk.id) {
      setView({ ...view, pending: false, ...noObstacle, ...obstacle });
    }
  };
  setView({ ...view, pending: true, ...noObstacle });
  const { stream, problem } = await openMicrophone();
  if (stream === null) return fail({ problem });
  try {
    const body = { id: talk.id, page };
    const accepted = step === "ring" ? (await call(acceptTalk, { key: newKey(), body })).talk : null;
    if (idOf(view) !== talk.id || !("pending" in view)) return closeStream(stream);
    microphone = stream;
    const current = accepted ?? view.talk;
    if (current.state === "ringing") setView({ step: "asking", talk: current });
    else begin(current);
    startBeats();
  } catch (error) {
    closeStream(stream);
    fail({ failure: toFailure(error) });
  }
}

/** "Later": it goes on to ring elsewhere, and is missed if it is not taken there. */
export function putOffRing(): void {
  if (view.step !== "ring") return;
  putOff.add(view.talk.id);
  setView(none);
}

/** Gives up asking, says "not now", or hangs up. Here it is over at once, whatever the connection. */
export async function leave(): Promise<void> {
  const id = idOf(view);
  if (id === null) return;
  if (view.step === "ring") putOff.add(id);
  finish("hung_up", "me");
  await tellEnd(id);
}

/** A page that can't be reached is silent, which ends the call too. */
async function tellEnd(id: string): Promise<void> {
  try {
    await callByItself(endTalk, { body: { id }, keepalive: true });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

export function closeEnded(): void {
  if (view.step === "ended") setView(none);
}

function begin(talk: Talk): void {
  if (microphone === null) return;
  pausePlaying();
  stopRecording();
  begunAt ??= Date.now();
  enqueueSignal = createTaskQueue();
  setView({
    step: "running",
    talk,
    peer: "connecting",
    since: begunAt,
    muted: false,
    camera: { state: "off", problem: null },
    clear: false,
    own: null,
    theirs: noTracks,
  });
  const [track] = microphone.getAudioTracks();
  if (track === undefined) return void leave();
  const { id } = talk;
  peer = createPeer({
    role: talk.role,
    microphone: track,
    connect: () => connect(id),
    send: (signal) => {
      enqueueSignal(() => call(sendTalkSignal, { body: { id, page, signal } })).catch(() => {
        // the next attempt to connect sends others
      });
    },
    onState: (state) => {
      changeRunning({ peer: state });
      watchSilence(state);
    },
    onTracks: (theirs) => changeRunning({ theirs }),
  });
  peer.begin();
  watchSilence("connecting");
  lock = navigator.wakeLock?.request("screen").catch(() => null) ?? null;
}

async function connect(id: string): Promise<RTCPeerConnection> {
  const { policy, servers } = await call(getTalkRelay, { query: { id } });
  return new RTCPeerConnection({
    iceServers: servers,
    iceTransportPolicy: policy,
    bundlePolicy: "max-bundle",
  });
}

function startBeats(): void {
  clearInterval(beats);
  beats = setInterval(() => void beat(), talkBeatSeconds * 1000);
  void beat();
}

/** Both pages may be there, and the relay not: then nothing but the silence ends the talk. */
function watchSilence(state: PeerState): void {
  clearTimeout(silence);
  if (state === "connected") return;
  silence = setTimeout(() => {
    const id = idOf(view);
    finish("lost");
    if (id !== null) void tellEnd(id);
  }, silentMs[state]);
}

/** Says that this page takes part, and what its side wants. */
async function beat(): Promise<void> {
  beatsAgain = isBeating;
  const id = idOf(view);
  if (isBeating || id === null || !isOpen(view)) return;
  isBeating = true;
  try {
    const wishes = view.step === "running" ? { camera: view.camera.state === "on", clear: view.clear } : noWishes;
    const { talk } = await call(beatTalk, { body: { id, page, ...wishes } });
    if (idOf(view) === id) follow(talk);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // after a block there is no such talk any more
    if (error.code === "talk_not_found" && idOf(view) === id) finish("closed");
  } finally {
    isBeating = false;
  }
  // what the member wants has changed meanwhile, or an event said that something has
  if (beatsAgain) await beat();
}

function follow(progress: TalkProgress): void {
  if (view.step === "none" || view.step === "ended") return;
  const talk = { ...view.talk, ...progress };
  if (talk.state === "ended") {
    finish(talk.end ?? "closed");
  } else if (talk.page !== null && talk.page !== page) {
    // another page of the member goes on with it
    stop();
    setView(none);
  } else if (view.step === "asking" && talk.state === "running") {
    begin(talk);
  } else {
    setView({ ...view, talk });
    showCamera();
  }
}

export function setMuted(muted: boolean): void {
  for (const track of microphone?.getAudioTracks() ?? []) track.enabled = !muted;
  changeRunning({ muted });
}

/** Both want to be seen clearly. Until then what leaves this device is soft. */
const isClear = ({ talk, clear }: RunningTalk) => clear && talk.theirs.clear;

export async function turnCamera(on: boolean): Promise<void> {
  if (view.step !== "running" || view.camera.state === "starting") return;
  const id = view.talk.id;
  if (!on) {
    endCamera();
    changeRunning({ camera: { state: "off", problem: null } });
    return void beat();
  }
  changeRunning({ camera: { state: "starting", problem: null } });
  const { stream, problem } = await openCamera();
  if (idOf(view) !== id || view.step !== "running") return closeStream(stream);
  if (stream === null) return changeRunning({ camera: { state: "off", problem } });
  camera = stream;
  soft = softenCamera(stream);
  // the device was unplugged, or another app took it
  for (const track of stream.getVideoTracks()) track.onended = () => void turnCamera(false);
  changeRunning({ camera: { state: "on", problem: null } });
  showCamera();
  void beat();
}

function endCamera(): void {
  peer?.setPicture(null);
  soft?.stop();
  soft = null;
  closeStream(camera);
  camera = null;
  changeRunning({ own: null });
}

/** Sends the soft picture, or the camera's once both want it. */
function showCamera(): void {
  if (view.step !== "running" || camera === null) return;
  const own = (isClear(view) ? camera.getVideoTracks()[0] : soft?.track) ?? null;
  if (own === view.own) return;
  peer?.setPicture(own);
  changeRunning({ own });
}

export function setClear(clear: boolean): void {
  changeRunning({ clear });
  showCamera();
  void beat();
}

onTracesDeleted(() => {
  stop();
  putOff.clear();
  setView(none);
});
if (typeof document !== "undefined") {
  addEventListener("pagehide", () => {
    const id = idOf(view);
    if (id === null || !isOpen(view)) return;
    keepLeftTalk({ id, since: view.step === "running" ? view.since : null });
    stop();
  });
}
