import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMollieState, MollieRejection, type TestPayment } from "./test-mollie-state.ts";

/** `late` answers after so many milliseconds; `lost` does what was asked and then hangs up; `silent` never answers. */
type Fault = "500" | "html" | "silent" | "lost" | "wrong" | { late: number };

type Answer = { status: number; body?: object };
type Request = { method: string; path: string; key: string | undefined; body: Record<string, unknown> };

/** Test helper: a stand-in of Mollie on this machine, with its API v2 as documented, and its faults. */
export async function startTestMollie({ now = () => new Date() }: { now?: () => Date } = {}) {
  const apiKey = `test_${"k".repeat(30)}`;
  const accessToken = `access_${"t".repeat(30)}`;
  const books = createMollieState(now);
  const requests: Request[] = [];
  const replies = new Map<string, { hash: string; answer: Promise<Answer> }>();
  let fault: Fault | undefined;
  let onRequest: ((request: Request) => void) | undefined;
  let pageSize = 250;

  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const link = (path: string) => ({ href: `${url}${path}`, type: "application/hal+json" });

  function show(payment: TestPayment, embed: string): object {
    const { refunds, chargebacks, order, ...shown } = payment;
    const checkout = payment.status === "open" ? { href: `${url}/checkout/${payment.id}`, type: "text/html" } : null;
    const embedded = {
      ...(embed.includes("refunds") ? { refunds } : {}),
      ...(embed.includes("chargebacks") ? { chargebacks } : {}),
    };
    return {
      resource: "payment",
      mode: "test",
      ...shown,
      _links: { self: link(`/v2/payments/${payment.id}`), ...(checkout ? { checkout } : {}) },
      ...(embed === "" ? {} : { _embedded: embedded }),
    };
  }

  function list<Item extends { id: string }>(
    kind: string,
    items: readonly Item[],
    query: URLSearchParams,
    showItem: (item: Item) => object,
    path = kind,
  ): Answer {
    const start = query.has("from") ? items.findIndex(({ id }) => id === query.get("from")) : 0;
    const size = Math.min(pageSize, Number(query.get("limit") ?? 50));
    const page = items.slice(start, start + size);
    const next = items[start + size];
    const body = {
      count: page.length,
      _embedded: { [kind]: page.map(showItem) },
      _links: { next: next ? link(`/v2/${path}?from=${next.id}&limit=${size}`) : null },
    };
    return { status: 200, body };
  }

  const listPayments = (payments: readonly TestPayment[], query: URLSearchParams) =>
    list("payments", payments, query, (each) => show(each, ""));

  function answer({ method, path, body }: Request): Answer {
    const { pathname, searchParams } = new URL(path, url);
    const [, , kind, id = "", part, partId = ""] = pathname.split("/");
    const call = [method, kind, id && "*", part, partId && "*"].filter(Boolean).join(" ");
    if (call === "POST payments") return { status: 201, body: show(books.createPayment(body), "") };
    if (call === "GET methods")
      return { status: 200, body: books.listMethods((searchParams.get("includeWallets") ?? "").split(",")) };
    if (call === "GET payments") return listPayments(books.listPayments(), searchParams);
    if (call === "GET chargebacks")
      return list("chargebacks", books.listChargebacks(), searchParams, (each) => ({
        resource: "chargeback",
        ...each,
      }));
    if (call === "GET settlements")
      return list(
        "settlements",
        books.listSettlements(),
        searchParams,
        ({ payments, refunds, chargebacks, ...each }) => ({
          resource: "settlement",
          ...each,
        }),
      );
    if (call.startsWith("GET settlements * ")) {
      const { payments, refunds, chargebacks } = books.findSettlement(id);
      const path = `settlements/${id}/${part}`;
      if (part === "payments") return list(part, payments, searchParams, (each) => show(each, ""), path);
      if (part === "refunds")
        return list(part, refunds, searchParams, (each) => ({ resource: "refund", ...each }), path);
      if (part === "chargebacks")
        return list(part, chargebacks, searchParams, (each) => ({ resource: "chargeback", ...each }), path);
    }
    if (call === "GET payments *")
      return { status: 200, body: show(books.findPayment(id), searchParams.get("embed") ?? "") };
    if (call === "DELETE payments *") return { status: 200, body: show(books.cancelPayment(id), "") };
    if (call === "POST payments * refunds")
      return { status: 201, body: books.createRefund(books.findPayment(id), body) };
    if (call === "POST customers") return { status: 201, body: books.createCustomer(body) };
    if (call === "GET customers * payments") return listPayments(books.listPayments(id), searchParams);
    if (call === "POST customers * mandates") return { status: 201, body: books.createMandate(id, body) };
    if (call === "GET customers * mandates *") return { status: 200, body: books.findMandate(id, partId) };
    if (call === "DELETE customers * mandates *") {
      books.revokeMandate(id, partId);
      return { status: 204 };
    }
    throw new MollieRejection(404, "No such resource");
  }

  /** The same key gets the same answer; with another request it is refused. */
  async function answerOnce(request: Request): Promise<Answer> {
    const attempt = async () => {
      try {
        return answer(request);
      } catch (error) {
        if (!(error instanceof MollieRejection)) throw error;
        const { status, message: detail, field } = error;
        return { status, body: { status, title: "Error", detail, ...(field ? { field } : {}), _links: {} } };
      }
    };
    if (request.key === undefined || request.method !== "POST") return await attempt();
    const hash = createHash("sha256")
      .update(JSON.stringify([request.path, request.body]))
      .digest("hex");
    const earlier = replies.get(request.key);
    if (earlier && earlier.hash !== hash)
      return {
        status: 400,
        body: { status: 400, title: "Bad Request", detail: "The idempotency key was used before" },
      };
    const reply = earlier ?? { hash, answer: attempt() };
    replies.set(request.key, reply);
    return await reply.answer;
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const key = incoming.headers["idempotency-key"];
    const request = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      key: Array.isArray(key) ? key[0] : key,
      body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
    requests.push(request);
    const send = (status: number, type: string, content: string) =>
      response.writeHead(status, { "content-type": type }).end(content);
    const now = fault;
    if (now === "silent") return;
    if (now === "500") return void send(500, "application/hal+json", '{"status":500,"title":"Internal Server Error"}');
    if (now === "html") return void send(200, "text/html", "<!doctype html><title>Maintenance</title>");
    if (now === "wrong") return void send(200, "application/hal+json", '{"resource":"payment","status":"gold"}');
    // an API key may not read settlements
    const needed = request.path.startsWith("/v2/settlements") ? accessToken : apiKey;
    if (incoming.headers.authorization !== `Bearer ${needed}`)
      return void send(401, "application/hal+json", '{"status":401,"title":"Unauthorized Request"}');
    const { status, body } = await answerOnce(request);
    onRequest?.(request);
    if (now === "lost") return void incoming.socket.destroy();
    if (typeof now === "object") await new Promise((done) => setTimeout(done, now.late));
    send(status, "application/hal+json; charset=utf-8", body ? JSON.stringify(body) : "");
  }

  return {
    url,
    apiKey,
    accessToken,
    ...books,
    requests,
    /** Fails from now on, or works again. */
    fail(how: Fault | undefined): void {
      fault = how;
    },
    /** Calls back after a request was carried out, before its answer is sent. */
    whenAsked(listener: typeof onRequest): void {
      onRequest = listener;
    },
    /** An hour passes: Mollie forgets the idempotency keys. */
    clearKeys(): void {
      replies.clear();
    },
    setPageSize(size: number): void {
      pageSize = size;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
