import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import type { Program } from "#server/http/handle.ts";
import { apiKeyPattern } from "#server/lib/api-key.ts";
import { findKey, recordUse } from "./keys-store.ts";

const keyShape = new RegExp(`^Bearer ${apiKeyPattern}$`, "i");

/**
 * One round of SHA-256 is enough: the secret has 256 random bits, so no attacker can try them all, however fast a
 * try is. A slow hash, which protects what people think up, would only let callers use up the processor.
 */
export const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

const withHyphens = (hex: string) => hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The program of a request's key, if the key is valid on this site; it notes the day of its use. */
export async function findProgramByKey(
  db: Db,
  { headers: { authorization = "" } }: Pick<FastifyRequest, "headers">,
  site: { id: number },
  now: Date,
): Promise<Program | null> {
  const [, hex, secret] = keyShape.exec(authorization) ?? [];
  if (hex === undefined || secret === undefined) return null;
  const key = await findKey(db, withHyphens(hex), site.id, now);
  if (!key || !timingSafeEqual(key.secret_hash, hashSecret(secret))) return null;
  const today = dayOf(now);
  if (key.used_on !== today) await recordUse(db, key.id, today);
  return { keyId: key.id, scopes: key.scopes };
}
