import type { FastifyReply, FastifyRequest } from "fastify";

type ServedSound = {
  bytes: Buffer;
  /** The media type. */
  type: string;
  /** Null: the browser keeps no copy. */
  etag: string | null;
};

type Range = { from: number; to: number };

/**
 * The part of a file that a request asks for: undefined for the whole, null if it begins after the end. Safari plays no
 * sound without ranges. Several parts in one answer are never sent: a server may answer with the whole instead.
 */
export function readRange(header: string | undefined, size: number): Range | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  // `-500`: the last 500 bytes
  const [from, to] = first === "" ? [Math.max(0, size - Number(last)), size - 1] : [Number(first), endOf(last, size)];
  if (first !== "" && last !== "" && Number(last) < from) return undefined;
  return from >= size ? null : { from, to };
}

const endOf = (last: string, size: number) => (last === "" ? size - 1 : Math.min(Number(last), size - 1));

/** Answers a request for a sound, or for a part of it. Null is a 404: what the caller may not hear looks missing. */
export function sendSound(request: FastifyRequest, reply: FastifyReply, served: ServedSound | null): FastifyReply {
  if (!served) return reply.code(404).header("cache-control", "no-store").send();
  const { bytes, type, etag } = served;
  reply.header("cache-control", etag === null ? "no-store" : "private, no-cache");
  if (etag !== null) {
    reply.header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  }
  reply
    .header("accept-ranges", "bytes")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .type(type);
  const { range: asked, "if-range": unchanged } = request.headers;
  const range = unchanged === undefined || unchanged === etag ? readRange(asked, bytes.byteLength) : undefined;
  if (range === undefined) return reply.send(bytes);
  if (range === null) return reply.code(416).header("content-range", `bytes */${bytes.byteLength}`).send();
  const { from, to } = range;
  return reply
    .code(206)
    .header("content-range", `bytes ${from}-${to}/${bytes.byteLength}`)
    .send(bytes.subarray(from, to + 1));
}
