import { randomBytes, randomUUID } from "node:crypto";

/** The only source of randomness (rule 8); tests pass their own. */
export type Random = {
  /** 256 bits as base64url: session and link tokens. */
  token(): string;
  uuid(): string;
};

export const systemRandom: Random = { token: () => randomBytes(32).toString("base64url"), uuid: () => randomUUID() };
