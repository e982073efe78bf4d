import type { partNames, partStates } from "#contract/operations.ts";
import type { Config } from "#server/config/config.ts";

type Part = { name: (typeof partNames)[number]; state: (typeof partStates)[number] };

const errorLength = 300;

/** What is configured, and what a built-in stand-in does instead. It says of secrets only whether they are set. */
export function partsOf(config: Config): Part[] {
  const { databaseUrl, redisUrl, smtpUrl, mailFeedbackSecret, mollie, sms, vapid, demo } = config;
  const payments = mollie ? (mollie.key.startsWith("test_") ? "test" : "configured") : "stand_in";
  return [
    { name: "database", state: databaseUrl ? "configured" : "stand_in" },
    { name: "redis", state: redisUrl ? "configured" : "off" },
    { name: "mail", state: smtpUrl ? "configured" : "stand_in" },
    { name: "mail_feedback", state: mailFeedbackSecret ? "configured" : "off" },
    { name: "payments", state: payments },
    { name: "sms", state: sms ? "configured" : "stand_in" },
    { name: "push", state: vapid ? "configured" : "off" },
    { name: "demo", state: demo ? "test" : "off" },
  ];
}

/** How much of a message is read: what follows would be cut off anyway. */
const readLength = 5_000;

/** The message of a failed job's error, without email addresses, phone numbers and the credentials of addresses. */
export function readError(output: unknown): string {
  const text = typeof output === "object" && output !== null && "message" in output ? String(output.message) : "";
  return text
    .slice(0, readLength)
    .replace(/\/\/[^\s/@]*@/g, "//…@")
    .replace(/[^\s<>"'@]{1,64}@[^\s<>"']+/g, "…@…")
    .replace(/\+\d{6,}/g, "+…")
    .slice(0, errorLength);
}
