/** Why a microphone or a camera can't be used. */
export type MediaProblem = "refused" | "missing" | "in_use" | "unsupported";

const problems: Readonly<Record<string, MediaProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
};

type Opened = { stream: MediaStream; problem: null } | { stream: null; problem: MediaProblem };

async function open(constraints: MediaStreamConstraints): Promise<Opened> {
  // a browser without TLS offers neither
  if (!("mediaDevices" in navigator) || typeof RTCPeerConnection === "undefined") {
    return { stream: null, problem: "unsupported" };
  }
  try {
    return { stream: await navigator.mediaDevices.getUserMedia(constraints), problem: null };
  } catch (error) {
    return { stream: null, problem: (error instanceof DOMException && problems[error.name]) || "in_use" };
  }
}

export const openMicrophone = () =>
  open({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } });

export const openCamera = () => open({ video: { facingMode: "user", width: 640, height: 480, frameRate: 24 } });

/** Without its tracks the browser no longer shows that it listens or looks. */
export function closeStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
