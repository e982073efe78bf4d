import { newKey } from "./api.ts";

/**
 * The `Idempotency-Key` of what a person means to do (R7.03): the same one for the same body until its fate is known,
 * so that pressing the button again after a lost connection never does it twice.
 */
export function createIntent() {
  let current: { key: string; body: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body ?? {});
      if (current?.body !== text) current = { key: newKey(), body: text };
      return current.key;
    },
    /** It was done, or refused for good: the next press is a new intent. */
    settle(): void {
      current = null;
    },
  };
}
