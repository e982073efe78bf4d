/** A browser's subscription: its URL at a push service, and keys so that only this browser can decrypt the pushes. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** The data for the service worker, as JSON; at most 3,000 bytes. */
  payload: string;
  /** Seconds for which the service keeps it for an offline device. */
  ttl: number;
  /** A newer message of the same topic replaces one that still waits there; at most 32 characters of base64url. */
  topic: string;
  urgency: "normal" | "high";
};

/** `gone`: the subscription has ended and must be deleted. */
export type PushOutcome = "taken" | "gone";

/** Sends pushes to the browsers' push services. */
export type Push = {
  /** The VAPID key that browsers subscribe with; empty if there is no push. */
  readonly publicKey: string;
  /** Whether a URL belongs to a known push service. */
  accepts(endpoint: string): boolean;
  /** Resolves once the service accepted the push or reported that the subscription ended. Otherwise throws: retry. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
};
