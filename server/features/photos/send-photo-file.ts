import type { FastifyReply, FastifyRequest } from "fastify";
import { type Format, mediaTypes } from "./rules.ts";

/** A file that never changes at its address is cached for a year, by the browser only; others are revalidated. */
const cacheOneYear = "private, max-age=31536000, immutable";
const revalidate = "private, no-cache";

export type ServedPhoto = { bytes: Buffer; format: Format; etag: string; immutable: boolean };

/** Answers a request for a photo's file; null, a file that the viewer may not see, is a 404 like a missing one. */
export function sendPhotoFile(request: FastifyRequest, reply: FastifyReply, served: ServedPhoto | null): FastifyReply {
  if (!served) return reply.code(404).header("cache-control", "no-store").send();
  reply.header("cache-control", served.immutable ? cacheOneYear : revalidate).header("etag", served.etag);
  if (request.headers["if-none-match"] === served.etag) return reply.code(304).send();
  return reply
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .type(mediaTypes[served.format])
    .send(served.bytes);
}
