import { randomUUID } from "node:crypto";
import type { Bundle } from "#contract/credits.ts";
import { dayMs } from "#contract/durations.ts";
import { makeMember } from "#demo/factories.ts";
import { createApp } from "#server/app.ts";
import { testServices } from "#server/db/test-database.ts";
import { sandboxPages } from "#server/ports/payments/sandbox/pages.ts";
import { signedHeaders, webhookKey } from "#server/ports/payments/sandbox/webhook.ts";

/** Test helper: the app with the sandbox's pages, listening, and the actions of a buyer and of the provider. */
export async function openShop() {
  const { services, siteIds, close } = await testServices();
  const app = await createApp(services, [async (inner) => void (await inner.register(sandboxPages, { services }))]);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const host = `localhost:${port}`;
  // the sandbox sends its webhooks there
  services.config.port = port;
  const siteId = siteIds[0] ?? 0;
  const browser = { host, "sec-fetch-site": "same-origin", "accept-language": "en" };

  /** A member who signed up a day ago: the welcome discount is over. */
  const newBuyer = (country = "NL") => {
    const createdAt = new Date(services.clock.now().getTime() - dayMs);
    return makeMember(services, { siteId, country, createdAt });
  };
  /** A member who just signed up, with the welcome discount. */
  const newcomer = (country = "NL") => makeMember(services, { siteId, country });
  const get = async (path: string, cookie = "") =>
    await app.inject({ url: path, headers: { ...browser, ...(cookie ? { cookie } : {}) } });
  const bundlesOf = async (
    cookie: string,
  ): Promise<Pick<Bundle, "id" | "credits" | "price" | "list_price" | "price_per_message" | "currency">[]> =>
    (await get("/api/bundles.php", cookie)).json().bundles;

  const runJobs = async () => {
    while ((await services.jobs.drain(services)) > 0);
  };
  /** Makes a call that changes something, without a client's retries and checks. */
  const send = async (method: "POST" | "PUT", url: string, cookie: string, payload: object, more = {}) =>
    await app.inject({
      method,
      url,
      headers: { ...browser, cookie, "idempotency-key": randomUUID() },
      payload,
      ...more,
    });
  const withdraw = (cookie: string, paymentId: string) =>
    send("POST", "/api/withdrawal.php", cookie, { payment_id: paymentId });

  /** Orders a bundle; the total is the one on offer, unless the body says otherwise. */
  const order = async (
    cookie: string,
    body: { bundle_id?: string | undefined; amount?: number; [field: string]: unknown },
    key: string = randomUUID(),
    headers: Record<string, string> = {},
  ) => {
    const offered = (await bundlesOf(cookie)).find(({ id }) => id === body.bundle_id);
    return await app.inject({
      method: "POST",
      url: "/api/payment.php",
      headers: { ...browser, cookie, "idempotency-key": key, ...headers },
      payload: { amount: offered?.price ?? 1, begin_at_once: true, ...body },
    });
  };

  /** Orders the smallest bundle; `path` is the checkout's, on this host. */
  const orderSmallest = async (cookie: string, options: Record<string, unknown> = {}) => {
    const [smallest] = await bundlesOf(cookie);
    const answer = await order(cookie, { bundle_id: smallest?.id, ...options });
    const { payment, checkout_url: url } = answer.json();
    const path = new URL(url).pathname;
    return { payment, path, reference: path.split("/").at(-1) ?? "", id: payment.payment_id as string };
  };

  /** Presses a button on the checkout page. */
  const press = async (path: string, outcome: string, more: Record<string, string> = {}, headers = {}) =>
    await app.inject({
      method: "POST",
      url: path,
      headers: { ...browser, "content-type": "application/x-www-form-urlencoded", ...headers },
      payload: new URLSearchParams({ outcome, ...more }).toString(),
    });

  const statusOf = async (cookie: string, id: string): Promise<string> =>
    (await get(`/api/payment.php?id=${id}`, cookie)).json().payment.status;

  const key = webhookKey(services.config.secret);
  const tell = async (body: string, headers: Record<string, string>, url = "/api/payment-webhook.php") =>
    await app.inject({ method: "POST", url, headers: { host, ...headers }, payload: body });
  /** The genuine webhook of a payment, signed at this instant. */
  const webhook = (reference: string, at = services.clock.now()) => {
    const body = JSON.stringify({ id: reference });
    return { body, headers: signedHeaders(key, body, at) };
  };

  return {
    app,
    services,
    siteIds,
    host,
    get,
    newBuyer,
    newcomer,
    bundlesOf,
    order,
    orderSmallest,
    press,
    runJobs,
    send,
    statusOf,
    tell,
    webhook,
    withdraw,
    close: async () => {
      await app.close();
      await close();
    },
  };
}
