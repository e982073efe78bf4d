import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { keyFor } from "#server/config/config.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { WebhookRequest } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { findSandboxPayment } from "./payments-store.ts";

const header = "sandbox-signature";
const oldestSeconds = 300;
const patienceMs = 10_000;

const notice = z.object({ id: z.string() });

/** The key that the sandbox and the product share; with a real provider it comes from the provider's settings page. */
export const webhookKey = (secret: string): Buffer => keyFor(secret, "sandbox-webhook");

const sign = (key: Buffer, seconds: number, body: string) =>
  createHmac("sha256", key).update(`${seconds}.${body}`).digest();

/** The headers of a webhook: `t` is the time in Unix seconds, `v1` the HMAC-SHA256 of `t.body`. */
export function signedHeaders(key: Buffer, body: string, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    "content-type": "application/json",
    [header]: `t=${seconds},v1=${sign(key, seconds, body).toString("hex")}`,
  };
}

/** The reference in an authentic webhook; null if it is forged, altered, or more than five minutes away (D7.4). */
export function readSandboxWebhook(key: Buffer, { headers, rawBody }: WebhookRequest, now: Date): string | null {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[header] ?? ""));
  const [, time = "", signature = ""] = parts ?? [];
  if (!parts || Math.abs(now.getTime() / 1000 - Number(time)) > oldestSeconds) return null;
  if (!timingSafeEqual(Buffer.from(signature, "hex"), sign(key, Number(time), rawBody))) return null;
  return notice.safeParse(JSON.parse(rawBody)).data?.id ?? null;
}

const data = z.object({ reference: z.string() });

async function send({ db, config, clock }: Services, { reference }: z.output<typeof data>): Promise<void> {
  const payment = await findSandboxPayment(db, reference);
  if (!payment) return;
  const body = JSON.stringify({ id: reference });
  const response = await fetch(payment.webhook_url, {
    method: "POST",
    headers: signedHeaders(webhookKey(config.secret), body, clock.now()),
    body,
    redirect: "error",
    signal: AbortSignal.timeout(patienceMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the webhook of ${payment.payment_id} was answered with ${response.status}`);
}

/** Reports to the product over HTTP that a payment changed; retried until the product answers 200. */
export const sandboxWebhook = defineJob({ name: "sandbox-webhook", data, run: send });

/** The same report, sent ten minutes later. */
export const lateSandboxWebhook = defineJob({ name: "late-sandbox-webhook", data, waitSeconds: 600, run: send });
