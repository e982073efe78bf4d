import { randomInt } from "node:crypto";

/** A German mobile number that no other journey uses: codes to one number are limited. */
export const ownPhone = () => `+491512${randomInt(1_000_000, 9_999_999)}`;
