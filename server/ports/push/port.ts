/** Where a browser takes pushes: an address at its push service, and the keys that only the browser can open them with. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** What the service worker is told, as JSON; at most 3,000 bytes. */
  payload: string;
  /** Seconds for which the service keeps it for a device that is away. */
  ttl: number;
  /** One of the same topic replaces it while it waits there; at most 32 characters of base64url. */
  topic: string;
  urgency: "normal" | "high";
};

/** `gone`: the subscription has ended and is to be forgotten. */
export type PushOutcome = "taken" | "gone";

/** Hands pushes to the browsers' push services (D9.1). */
export type Push = {
  readonly name: string;
  /** The VAPID key that browsers subscribe with; empty where there is no push. */
  readonly publicKey: string;
  /** Whether an address is one of a known push service. */
  accepts(endpoint: string): boolean;
  /** Resolves once the service has taken it or said that there is nobody any more; fails otherwise, and may be tried again. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
};
