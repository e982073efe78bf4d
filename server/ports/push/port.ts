/** A browser's subscription: its URL at a push service, and keys so that only this browser can decrypt the pushes. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** The data for the service worker, as JSON; at most 3,000 bytes. */
  payload: string;
  /** Seconds for which the service keeps it for an offline device. */
  ttl: number;
  /** While it waits there, a newer one of the same topic replaces it; at most 32 characters of base64url. */
  topic: string;
  urgency: "normal" | "high";
};

/** `gone`: the subscription has ended and must be deleted. */
export type PushOutcome = "taken" | "gone";

/** Sends pushes to the browsers' push services (D9.1). */
export type Push = {
  readonly name: string;
  /** The VAPID key that browsers subscribe with; empty if there is no push. */
  readonly publicKey: string;
  /** Whether a URL belongs to a known push service. */
  accepts(endpoint: string): boolean;
  /** Resolves once the service has taken it or reported the end of the subscription; otherwise fails, to be retried. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
};
