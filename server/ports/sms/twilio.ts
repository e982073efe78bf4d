import type { TwilioAccount } from "#server/config/service-urls.ts";
import { type Sms, SmsUncertain } from "./port.ts";

const timeoutMs = 15_000;

/** Error codes of connections that were never established: nothing was sent. */
const unconnected = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** https://www.twilio.com/docs/messaging/api/message-resource. No idempotency keys: a lost answer is uncertain. */
export function createTwilioSms({ sid, token, from, baseUrl }: TwilioAccount, patienceMs = timeoutMs): Sms {
  const address = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`;
  return {
    async send({ to, text }) {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: "manual",
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        throw isUnconnected(error) ? new Error("the gateway can't be reached") : new SmsUncertain("no answer");
      });
      const { status } = response;
      // the answer repeats the number and the text, which must not be logged: read only its error code
      const body: { code?: unknown } | null = await response.json().catch(() => null);
      if (status >= 200 && status < 300) return;
      const refusal = `the gateway answered ${status}${typeof body?.code === "number" ? `, code ${body.code}` : ""}`;
      // a proxy in front of the gateway may answer with an error although the gateway got the request
      if (status >= 500 && status !== 503) throw new SmsUncertain(refusal);
      throw new Error(refusal);
    },
    async erase() {},
  };
}

function isUnconnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return unconnected.includes(cause?.code ?? "");
}
