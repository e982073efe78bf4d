import { request as plainRequest } from "node:http";
import { type RequestOptions, request } from "node:https";
import webPush from "web-push";
import { isPublicAddress, lookupWithin } from "#server/config/public-address.ts";
import type { VapidKeys } from "#server/crypto/vapid.ts";
import type { Push, PushOutcome } from "./port.ts";

/** The services of Chromium browsers, Firefox, Edge and Safari; a leading dot includes all subdomains. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
] as const;

/** Whether a URL belongs to a known push service: https, the default port, no login in it. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return services.some((name) => (name.startsWith(".") ? url.hostname.endsWith(name) : url.hostname === name));
}

/** The allowed services and addresses; tests with a stand-in service override the defaults. */
export type AllowedTargets = { services: (endpoint: string) => boolean; addresses: (address: string) => boolean };

const patienceMs = 20_000;

/** Posts and answers the status; redirects are not followed, and the service's answer is not read. */
function post(endpoint: string, options: RequestOptions, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = endpoint.startsWith("https:") ? request : plainRequest;
    const sending = send(endpoint, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

/** Sends by RFC 8291, signed with our keys. 404 and 410 end a subscription. Never connects to private addresses. */
export function createWebPush(
  vapid: VapidKeys,
  allowed: AllowedTargets = { services: isPushService, addresses: isPublicAddress },
): Push {
  return {
    publicKey: vapid.publicKey,
    accepts: allowed.services,
    async send({ endpoint, p256dh, auth }, { payload, ttl, topic, urgency }): Promise<PushOutcome> {
      if (!allowed.services(endpoint)) throw new Error("not a known push service");
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: vapid,
        TTL: ttl,
        topic,
        urgency,
      });
      const status = await post(
        endpoint,
        {
          method: "POST",
          headers: details.headers,
          lookup: lookupWithin(allowed.addresses),
          signal: AbortSignal.timeout(patienceMs),
        },
        details.body ?? Buffer.alloc(0),
      );
      if (status === 404 || status === 410) return "gone";
      if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
      return "taken";
    },
  };
}

/** No push: without VAPID keys browsers can't subscribe. */
export const noPush: Push = {
  publicKey: "",
  accepts: () => false,
  async send() {
    throw new Error("no push without VAPID keys");
  },
};
