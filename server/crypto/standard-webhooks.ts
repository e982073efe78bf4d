import { createHmac } from "node:crypto";

const prefix = "whsec_";

/** The secret of an endpoint as standardwebhooks.com writes it; its key is the bytes behind the prefix. */
export const writeWebhookSecret = (key: Uint8Array): string => `${prefix}${Buffer.from(key).toString("base64")}`;

type Message = { id: string; at: Date; body: string };

/** The headers of an attempt: its time is signed, so that a recorded request can't be repeated later. */
export function signWebhook(key: Uint8Array, { id, at, body }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
