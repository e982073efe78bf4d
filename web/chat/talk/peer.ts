import type { TalkSignal } from "#contract/talks.ts";
import { createTaskQueue } from "#web/lib/task-queue.ts";

/** `interrupted`: it was connected, or could not connect, and tries again. */
export type PeerState = "connecting" | "connected" | "interrupted";

export type PeerTracks = { sound: MediaStreamTrack | null; picture: MediaStreamTrack | null };

type Options = {
  /** Only the asker's page makes offers, so that no two of them ever meet. */
  role: "asker" | "asked";
  /** Makes a connection, with new credentials of the relay. */
  connect: () => Promise<RTCPeerConnection>;
  microphone: MediaStreamTrack;
  send: (signal: TalkSignal) => unknown;
  onState: (state: PeerState) => void;
  /** What the other one sends. */
  onTracks: (tracks: PeerTracks) => void;
};

const offerAttribute = "a=x-answers:";

/** The number that a browser gives to each session that it describes. */
const sessionOf = (sdp: string): string => /^o=\S+ (\d+)/m.exec(sdp)?.[1] ?? "";

/** An answer that names its offer: one to an earlier offer may come late. Browsers skip attributes that they lack. */
const withOffer = (answer: string, offer: string): string =>
  answer.replace(/^(?=m=)/m, `${offerAttribute}${sessionOf(offer)}\r\n`);

const isAnswerTo = (answer: string, offer: string | undefined): boolean =>
  offer !== undefined && answer.includes(`${offerAttribute}${sessionOf(offer)}\r\n`);

/**
 * A page that is not connected after so many milliseconds begins anew. The asked one does so first: two pages that
 * begin at the same moment would disturb each other.
 */
const againAfterMs = { asked: 4_000, asker: 6_000 };

export type Peer = ReturnType<typeof createPeer>;

/**
 * The connection of one side to the other. Each attempt has an `RTCPeerConnection` of its own, as the other page may
 * have been loaded anew: the asked side says that it is ready, the asker's answers with an offer. An asker that begins
 * says that it is ready too, upon which the asked side begins. The other side's camera needs no further offer: both
 * sounds and both pictures have their place from the start.
 */
export function createPeer({ role, connect, microphone, send, onState, onTracks }: Options) {
  const enqueue = createTaskQueue();
  let connection: RTCPeerConnection | null = null;
  let pictureSender: RTCRtpSender | null = null;
  let picture: MediaStreamTrack | null = null;
  /** The other side's, until its description is here; this side's own, until its description is sent. */
  let early: RTCIceCandidateInit[] = [];
  let unsent: TalkSignal[] | null = [];
  let state: PeerState = "connecting";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const setState = (next: PeerState) => {
    if (state === next) return;
    state = next;
    onState(next);
  };
  const watch = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(begin, ms);
  };
  const drop = () => {
    connection?.close();
    connection = null;
    pictureSender = null;
    early = [];
    unsent = [];
  };

  async function build(): Promise<RTCPeerConnection | null> {
    drop();
    watch(againAfterMs[role]);
    const built = await connect();
    if (isClosed) {
      built.close();
      return null;
    }
    connection = built;
    const tracks: PeerTracks = { sound: null, picture: null };
    built.onicecandidate = ({ candidate }) => {
      if (connection !== built || !candidate?.candidate) return;
      const { candidate: text, sdpMid, sdpMLineIndex } = candidate;
      const signal = { kind: "candidate", candidate: text, sdp_mid: sdpMid, sdp_m_line_index: sdpMLineIndex } as const;
      if (unsent === null) send(signal);
      else unsent.push(signal);
    };
    built.ontrack = ({ track }) => {
      if (connection !== built) return;
      tracks[track.kind === "audio" ? "sound" : "picture"] = track;
      onTracks({ ...tracks });
    };
    built.onconnectionstatechange = () => {
      if (connection === built) follow(built.connectionState);
    };
    return built;
  }

  function follow(now: RTCPeerConnectionState): void {
    if (now === "connected") {
      clearTimeout(timer);
      setState("connected");
    } else if (now === "disconnected") {
      // it often comes back by itself
      setState("interrupted");
      watch(againAfterMs[role]);
    } else if (now === "failed") {
      setState("interrupted");
      begin();
    }
  }

  async function sendDescription(from: RTCPeerConnection): Promise<void> {
    await from.setLocalDescription();
    const { localDescription: local } = from;
    if (connection !== from || local === null || (local.type !== "offer" && local.type !== "answer")) return;
    const sdp = local.type === "offer" ? local.sdp : withOffer(local.sdp, from.remoteDescription?.sdp ?? "");
    send({ kind: "description", type: local.type, sdp });
    for (const signal of unsent ?? []) send(signal);
    unsent = null;
  }

  async function offer(): Promise<void> {
    const built = await build();
    if (built === null) return;
    built.addTransceiver(microphone, { direction: "sendrecv" });
    const { sender } = built.addTransceiver("video", { direction: "sendrecv" });
    await sendPictureBy(sender);
    await sendDescription(built);
  }

  async function answer(sdp: string): Promise<void> {
    // an offer that another one follows, as after a lost event
    const built = connection === null || connection.remoteDescription !== null ? await wait() : connection;
    if (built === null) return;
    await built.setRemoteDescription({ type: "offer", sdp });
    const video = built.getTransceivers().find(({ receiver }) => receiver.track.kind === "video");
    if (video !== undefined) {
      video.direction = "sendrecv";
      await sendPictureBy(video.sender);
    }
    await addEarly(built);
    await sendDescription(built);
  }

  /** The asked side's connection before the offer: its sound takes the place that the offer has for it. */
  async function wait(): Promise<RTCPeerConnection | null> {
    const built = await build();
    built?.addTrack(microphone);
    return built;
  }

  async function sendPictureBy(sender: RTCRtpSender): Promise<void> {
    pictureSender = sender;
    await sender.replaceTrack(picture);
  }

  async function addEarly(to: RTCPeerConnection): Promise<void> {
    const candidates = early;
    early = [];
    for (const candidate of candidates) await to.addIceCandidate(candidate);
  }

  async function take(signal: TalkSignal): Promise<void> {
    if (isClosed) return;
    switch (signal.kind) {
      case "ready":
        if (role === "asker") return offer();
        return startAsked();
      case "description":
        if (role === "asked" && signal.type === "offer") return answer(signal.sdp);
        if (role === "asker" && connection !== null && isAnswerTo(signal.sdp, connection.localDescription?.sdp)) {
          await connection.setRemoteDescription({ type: "answer", sdp: signal.sdp });
          await addEarly(connection);
        }
        return;
      case "candidate": {
        const { candidate, sdp_mid: sdpMid, sdp_m_line_index: sdpMLineIndex } = signal;
        const init = { candidate, sdpMid, sdpMLineIndex };
        if (connection?.remoteDescription) await connection.addIceCandidate(init);
        else early.push(init);
      }
    }
  }

  async function startAsked(): Promise<void> {
    if ((await wait()) !== null) send({ kind: "ready" });
  }

  /** One after the other. What fails, as a candidate of an earlier attempt, is made good by the next attempt. */
  const enqueueStep = (step: () => Promise<void>) => {
    enqueue(async () => {
      if (!isClosed) await step();
    }).catch(() => {
      if (!isClosed && state !== "connected") watch(againAfterMs[role]);
    });
  };

  function begin(): void {
    enqueueStep(async () => {
      watch(againAfterMs[role]);
      if (role === "asked") return startAsked();
      drop();
      send({ kind: "ready" });
    });
  }

  return {
    begin,
    receive: (signal: TalkSignal) => enqueueStep(() => take(signal)),
    /** Begins anew, unless it is connected: events of the other side may be lost. */
    recover(): void {
      if (state !== "connected") begin();
    },
    /** What the other one sees from now on; null: nothing. */
    setPicture(track: MediaStreamTrack | null): void {
      picture = track;
      enqueueStep(async () => {
        if (pictureSender !== null) await pictureSender.replaceTrack(picture);
      });
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      drop();
    },
  };
}
