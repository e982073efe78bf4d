import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { AnswerOf, Call, InputOf } from "#contract/call.ts";
import { cookieDays, type Language } from "#contract/constants.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { staffCookies } from "./cookies.ts";

export type Reply<C extends Call> = {
  status: number;
  headers: Record<string, unknown>;
  body: AnswerOf<C> & Partial<ErrorBody>;
};

export type Options = {
  key?: string;
  language?: Language;
  headers?: Record<string, string | undefined>;
  /** The IP address of the request, which rate limits count. */
  address?: string;
};

/** A form as a browser sends it: a field of bytes is a file. */
async function formOf(fields: Record<string, unknown>): Promise<{ type: string; bytes: Uint8Array }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(value)]), name);
    else form.append(name, typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  }
  const response = new Response(form);
  return { type: response.headers.get("content-type") ?? "", bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** ePrivacy 5(3): a browser gets no other one. */
export const listedCookies: readonly string[] = [...Object.keys(cookieDays), ...staffCookies];

/** A browser for API tests: keeps its cookies, sends as the site's own pages do, and makes a key per action. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly app: FastifyInstance;
  readonly host: string;
  constructor(app: FastifyInstance, host = "localhost") {
    this.app = app;
    this.host = host;
  }

  /** The cookies as the browser sends them. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Loads an address that is no call's, such as that of a file. */
  async get(url: string, headers: Record<string, string> = {}) {
    return await this.app.inject({ url, headers: { host: this.host, cookie: this.cookie, ...headers } });
  }

  async call<C extends Call>(call: C, input: Partial<InputOf<C>> = {}, options: Options = {}): Promise<Reply<C>> {
    const query = Object.entries((input.query ?? {}) as Record<string, unknown>).map(([k, v]) => [k, String(v)]);
    const form = call.upload?.form ? await formOf((input.body ?? {}) as Record<string, unknown>) : null;
    const file = form?.bytes ?? (input.body instanceof Uint8Array ? input.body : null);
    const headers: Record<string, string | undefined> = {
      host: this.host,
      "sec-fetch-site": "same-origin",
      "accept-language": options.language ?? "en",
      ...(this.cookies.size === 0 ? {} : { cookie: this.cookie }),
      ...(call.clientHeader ? { "x-request-type": "client" } : {}),
      ...(call.method === "GET" ? {} : { "idempotency-key": options.key ?? randomUUID() }),
      ...(file ? { "content-type": form?.type ?? "application/octet-stream" } : {}),
      ...options.headers,
    };
    const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await this.app.inject({
      method: call.method,
      url: call.path,
      query: { ...call.when, ...Object.fromEntries(query) },
      headers: Object.fromEntries(entries),
      ...(options.address ? { remoteAddress: options.address } : {}),
      ...(call.method === "GET" ? {} : { payload: file ? Buffer.from(file) : ((input.body ?? {}) as object) }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (!listedCookies.includes(name.replace("__Host-", "")))
        throw new Error(`the pages about cookies list no ${name}`);
      if (value === "" || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  }
}
