import type { FastifyReply, FastifyRequest } from "fastify";
import { type Format, mediaTypes } from "./rules.ts";

const cacheOneYear = "private, max-age=31536000, immutable";
const revalidate = "private, no-cache";
const keepNowhere = "no-store";

export type ServedPhoto = {
  bytes: Buffer;
  format: Format;
  /** Null: the browser keeps no copy. */
  etag: string | null;
  immutable: boolean;
  /** Seconds for which a shared cache may keep the file, for pages of another host; 0: not at all. */
  sharedSeconds: number;
};

/** The browser, but no shared cache, keeps a file that never changes for a year; it revalidates other files. */
function cacheControl({ etag, immutable, sharedSeconds }: ServedPhoto): string {
  if (etag === null) return keepNowhere;
  if (!immutable) return revalidate;
  return sharedSeconds > 0 ? `public, max-age=${sharedSeconds}` : cacheOneYear;
}

/** Answers a request for a photo's file. Null is a 404: a file that the viewer may not see looks like a missing one. */
export function sendPhotoFile(request: FastifyRequest, reply: FastifyReply, served: ServedPhoto | null): FastifyReply {
  if (!served) return reply.code(404).header("cache-control", keepNowhere).send();
  reply.header("cache-control", cacheControl(served));
  if (served.etag !== null) {
    reply.header("etag", served.etag);
    if (request.headers["if-none-match"] === served.etag) return reply.code(304).send();
  }
  return reply
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", served.sharedSeconds > 0 ? "cross-origin" : "same-origin")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .type(mediaTypes[served.format])
    .send(served.bytes);
}
