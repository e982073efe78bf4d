import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { trackingHeader } from "#contract/tracking.ts";

/** D10.3: ten seconds at most, twice the time that settings are cached; a deleted member disappears within it. */
export const sharedCacheControl = "public, max-age=0, s-maxage=5, stale-while-revalidate=5";

/**
 * A request with a cookie may be a member's. Without a prefix the browser's language counts. Browsers that save
 * data get no autoplaying films. On some sites a traffic source opens the signup.
 */
export const sharedVary = (prefixed: boolean) =>
  `Accept-Encoding, Cookie, Save-Data, ${trackingHeader}${prefixed ? "" : ", Accept-Language"}`;

/** Milliseconds for which this process gives a shared page out again, as long as a cache in front may (D10.3). */
const keptMs = 5_000;
/** Bytes of pages that are kept at most, in all languages and encodings. */
const mostBytes = 24 * 1024 * 1024;

const encodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof encodings)[number];

/** A page that all visitors get alike, in the encodings that were asked for so far. */
export type SharedPage = { headers: Record<string, string>; etag: string; at: number; bodies: Map<Encoding, Buffer> };

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const encode = { br: (html: Buffer) => brotliCompressSync(html, brotli), gzip: (html: Buffer) => gzipSync(html) };

/** Makes a page for all visitors of its HTML; `at` is in milliseconds. The tag is weak, because encodings share it. */
export function toSharedPage(html: string | Buffer, headers: Record<string, string>, at: number): SharedPage {
  const body = typeof html === "string" ? Buffer.from(html) : html;
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { headers, etag, at, bodies: new Map([["identity", body]]) };
}

/** The best encoding that a browser takes; one that it refuses by `q=0` is none of them. */
function encodingFor(header: string | undefined): Encoding {
  const accepted = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((item) => item.trim())
    .filter((item) => !/;\s*q=0(?:\.0*)?$/.test(item))
    .map((item) => item.replace(/;.*$/, "").trim());
  return encodings.find((encoding) => accepted.includes(encoding)) ?? "identity";
}

function bodyOf(page: SharedPage, encoding: Encoding): Buffer {
  const encodedBody = page.bodies.get(encoding);
  if (encodedBody) return encodedBody;
  const html = page.bodies.get("identity") ?? Buffer.alloc(0);
  const body = encoding === "identity" ? html : encode[encoding](html);
  page.bodies.set(encoding, body);
  return body;
}

export function sendSharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SharedPage,
  now: number,
): FastifyReply {
  // a cache in front counts the seconds that the page has lain here
  const age = String(Math.max(0, Math.floor((now - page.at) / 1000)));
  reply.headers({ ...page.headers, etag: page.etag, age });
  if (request.headers["if-none-match"]?.split(/,\s*/).includes(page.etag)) return reply.code(304).send();
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(bodyOf(page, encoding));
}

/** Keeps pages for five seconds of the product's clock. A crowd renders a page once: the others wait for it. */
export function createSharedPages(now: () => number) {
  const pages = new LRUCache<string, SharedPage>({
    maxSize: mostBytes,
    // HTML, and both of its compressed forms
    sizeCalculation: ({ bodies }) => Math.ceil((bodies.get("identity")?.length ?? 0) * 1.5) + 1,
  });
  const rendering = new Map<string, Promise<SharedPage | null>>();
  const find = (key: string): SharedPage | null => {
    const page = pages.get(key);
    // a clock that was set back makes it too old
    const age = page ? now() - page.at : keptMs;
    return page && age >= 0 && age < keptMs ? page : null;
  };
  return {
    /** As kept, or as another request renders it now; else by `render`, whose own errors alone are thrown. */
    async get<Page extends { shared: SharedPage | null }>(
      key: string,
      render: () => Promise<Page>,
    ): Promise<{ kept: SharedPage } | { page: Page }> {
      const cachedPage = find(key);
      if (cachedPage) return { kept: cachedPage };
      const others = rendering.get(key);
      const kept = others ? await others.catch(() => null) : null;
      if (kept) return { kept };
      if (others) return { page: await render() };
      const running = render();
      const shared = running.then((page) => page.shared);
      shared.catch(() => undefined);
      rendering.set(key, shared);
      try {
        const page = await running;
        if (page.shared) pages.set(key, page.shared);
        return { page };
      } finally {
        rendering.delete(key);
      }
    },
  };
}
