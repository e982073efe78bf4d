import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { TalkSignal } from "#contract/talks.ts";
import { createPeer, type Peer, type PeerState } from "./peer.ts";

/** A browser's connection: it is connected once it has both descriptions of one attempt, if the relay works. */
class Connection {
  static all: Connection[] = [];
  static relayWorks = true;
  static count = 0;
  readonly id: string;
  signalingState = "stable";
  connectionState = "new";
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  candidates: string[] = [];
  isClosed = false;
  onicecandidate: (event: { candidate: object | null }) => void = () => {};
  ontrack: (event: { track: { kind: string } }) => void = () => {};
  onconnectionstatechange: () => void = () => {};
  video = {
    sent: undefined as unknown,
    direction: "recvonly",
    receiver: { track: { kind: "video" } },
    sender: {
      replaceTrack: async (track: unknown) => {
        this.video.sent = track;
      },
    },
  };
  constructor() {
    Connection.count += 1;
    this.id = String(Connection.count);
    Connection.all.push(this);
  }
  addTransceiver() {
    return this.video;
  }
  addTrack() {}
  getTransceivers() {
    return [this.video];
  }
  async setLocalDescription() {
    const type = this.remoteDescription ? "answer" : "offer";
    this.localDescription = { type, sdp: `v=0\r\no=- ${this.id} 2 IN IP4 127.0.0.1\r\nm=audio\r\n` };
    this.signalingState = type === "offer" ? "have-local-offer" : "stable";
    this.onicecandidate({ candidate: { candidate: `candidate of ${this.id}`, sdpMid: "0", sdpMLineIndex: 0 } });
    this.onicecandidate({ candidate: null });
    this.settle();
  }
  async setRemoteDescription(description: { type: string; sdp: string }) {
    if (description.type === "answer" && this.signalingState !== "have-local-offer") throw new Error("no offer");
    this.remoteDescription = description;
    this.settle();
  }
  async addIceCandidate({ candidate }: { candidate: string }) {
    this.candidates.push(candidate);
  }
  settle() {
    if (this.localDescription === null || this.remoteDescription === null || !Connection.relayWorks) return;
    this.become("connected");
    this.ontrack({ track: { kind: "audio" } });
  }
  become(state: string) {
    this.connectionState = state;
    this.onconnectionstatechange();
  }
  close() {
    this.isClosed = true;
  }
}

type Side = {
  peer: Peer;
  states: PeerState[];
  sent: string[];
  last: () => Connection;
  tracks: number;
};
let sides: { asker: Side; asked: Side };
/** Signals on their way, in the order in which they were sent. */
let onTheWay: { to: "asker" | "asked"; signal: TalkSignal }[] = [];

const settle = () => vi.advanceTimersByTimeAsync(0);

async function deliverAll(): Promise<void> {
  await settle();
  for (let next = onTheWay.shift(); next !== undefined; next = onTheWay.shift()) {
    sides[next.to].peer.receive(next.signal);
    await settle();
  }
}

function createSide(role: "asker" | "asked"): Side {
  const own: Connection[] = [];
  const side: Side = { peer: null as never, states: [], sent: [], tracks: 0, last: () => own.at(-1) as Connection };
  side.peer = createPeer({
    role,
    microphone: {} as MediaStreamTrack,
    connect: async () => {
      const connection = new Connection();
      own.push(connection);
      return connection as unknown as RTCPeerConnection;
    },
    send(signal) {
      side.sent.push(signal.kind === "description" ? signal.type : signal.kind);
      onTheWay.push({ to: role === "asker" ? "asked" : "asker", signal });
    },
    onState: (state) => side.states.push(state),
    onTracks: () => {
      side.tracks += 1;
    },
  });
  onTestFinished(() => side.peer.close());
  return side;
}

beforeEach(() => {
  vi.useFakeTimers();
  onTheWay = [];
  Connection.all = [];
  Connection.relayWorks = true;
  sides = { asker: createSide("asker"), asked: createSide("asked") };
});

async function connectBoth(): Promise<void> {
  sides.asker.peer.begin();
  sides.asked.peer.begin();
  await deliverAll();
}

const states = () => [sides.asker.states.at(-1), sides.asked.states.at(-1)];
const openOnes = () => Connection.all.filter(({ isClosed }) => !isClosed);

test("R12.02 both pages begin at once: only the asker's offers, and the two are connected", async () => {
  await connectBoth();
  expect(states()).toEqual(["connected", "connected"]);
  expect(sides.asked.sent).not.toContain("offer");
  expect(sides.asker.sent).not.toContain("answer");
  expect(openOnes()).toHaveLength(2);
  const [asker, asked] = [sides.asker.last(), sides.asked.last()];
  // each has what the other's connection of the same attempt said
  expect([asker.candidates.at(-1), asked.candidates]).toEqual([
    `candidate of ${asked.id}`,
    [`candidate of ${asker.id}`],
  ]);
  expect(asked.remoteDescription?.sdp).toContain(`o=- ${asker.id} `);
  expect(sides.asked.tracks).toBeGreaterThan(0);
});

test("R12.02 a page that was loaded anew is connected again, whichever side it is", async () => {
  await connectBoth();
  for (const role of ["asked", "asker"] as const) {
    sides[role].peer.close();
    sides[role] = createSide(role);
    sides[role].peer.begin();
    await deliverAll();
    expect([role, ...states()]).toEqual([role, "connected", "connected"]);
    expect(openOnes()).toHaveLength(2);
  }
});

test("R12.02 an answer to an offer that another one replaced is not taken for an answer to that", async () => {
  sides.asked.peer.begin();
  await settle();
  const [ready] = onTheWay;
  if (ready === undefined) throw new Error("not ready");
  onTheWay = [];
  sides.asker.peer.receive(ready.signal);
  await settle();
  sides.asker.peer.receive(ready.signal);
  await deliverAll();
  expect(states()).toEqual(["connected", "connected"]);
  expect(sides.asked.last().remoteDescription?.sdp).toContain(`o=- ${sides.asker.last().id} `);
});

test("R12.02 a lost signal is made good: the two begin again after seconds", async () => {
  sides.asker.peer.begin();
  sides.asked.peer.begin();
  await settle();
  onTheWay = [];
  await vi.advanceTimersByTimeAsync(4_000);
  await deliverAll();
  expect(states()).toEqual(["connected", "connected"]);
});

test("R12.02 a broken connection is tried anew, at once if it failed; while it works nothing begins", async () => {
  await connectBoth();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onTheWay).toEqual([]);
  const before = Connection.all.length;
  Connection.relayWorks = false;
  sides.asked.last().become("failed");
  sides.asker.last().become("disconnected");
  expect(states()).toEqual(["interrupted", "interrupted"]);
  await deliverAll();
  expect(Connection.all.length).toBeGreaterThan(before);
  expect(states()).toEqual(["interrupted", "interrupted"]);
  Connection.relayWorks = true;
  await vi.advanceTimersByTimeAsync(4_000);
  await deliverAll();
  expect(states()).toEqual(["connected", "connected"]);
});

test("R12.02 a relay that can't be asked for is asked again", async () => {
  const connect = vi.fn(async () => new Connection() as unknown as RTCPeerConnection);
  connect.mockRejectedValueOnce(new Error("no connection"));
  const sent: string[] = [];
  const onState = vi.fn();
  const options = { role: "asked", microphone: {} as MediaStreamTrack, connect, onState, onTracks() {} } as const;
  const peer = createPeer({ ...options, send: ({ kind }) => sent.push(kind) });
  onTestFinished(() => peer.close());
  peer.begin();
  await settle();
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toEqual(["ready"]);
});

test("R12.02 the picture that is chosen is sent by each connection, and none before one is chosen", async () => {
  const soft = { kind: "video" } as MediaStreamTrack;
  await connectBoth();
  expect(sides.asked.last().video.sent).toBeNull();
  sides.asked.peer.setPicture(soft);
  await settle();
  expect(sides.asked.last().video.sent).toBe(soft);
  sides.asker.peer.close();
  sides.asker = createSide("asker");
  sides.asker.peer.begin();
  await deliverAll();
  expect([sides.asked.last().video.sent, sides.asked.last().video.direction]).toEqual([soft, "sendrecv"]);
  sides.asked.peer.setPicture(null);
  await settle();
  expect(sides.asked.last().video.sent).toBeNull();
});

test("R12.02 once it is closed nothing is sent, and no connection stays open", async () => {
  await connectBoth();
  sides.asker.peer.close();
  sides.asked.peer.close();
  sides.asked.peer.receive({ kind: "ready" });
  sides.asker.peer.begin();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([openOnes(), onTheWay]).toEqual([[], []]);
});
