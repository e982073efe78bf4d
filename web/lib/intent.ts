import { newKey } from "./api.ts";

/**
 * The `Idempotency-Key` of a user's intent (R7.03). The same body keeps its key until the outcome is known, so pressing
 * the button again after a lost connection never does it twice.
 */
export function createIntent() {
  let current: { key: string; body: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body ?? {});
      if (current?.body !== text) current = { key: newKey(), body: text };
      return current.key;
    },
    /** The call succeeded, or was refused for good: the next press is a new intent. */
    settle(): void {
      current = null;
    },
  };
}
