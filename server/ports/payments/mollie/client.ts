import { z } from "zod";
import { ProviderFailure } from "#server/ports/payments/port.ts";

export const mollieUrl = "https://api.mollie.com";

/** Mollie answered with an error status. Never carries Mollie's own words: they can repeat what a buyer entered. */
export class MollieError extends ProviderFailure {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message, status >= 500 || [401, 403, 429].includes(status));
    this.status = status;
  }
}

/** Whether a retry would get the same answer, because the object is gone or Mollie refuses the input. */
export function isRefusal(error: unknown): boolean {
  return error instanceof MollieError && [404, 410, 422].includes(error.status);
}

export type MollieRequest = {
  /** Sent as JSON. */
  body?: object;
  /** Mollie answers a repeated request with the first answer, for an hour. */
  idempotencyKey?: string;
  signal: AbortSignal;
};

export type MollieClient = {
  /** Throws `MollieError` if the answer is an error, else an error that says why there is no readable answer. */
  call<S extends z.ZodType>(method: string, path: string, answer: S, request: MollieRequest): Promise<z.output<S>>;
};

const problem = z.object({ field: z.string().regex(/^[\w.]{1,60}$/) });

/** The JSON of an answer; undefined if it is empty, null if it can't be read. */
function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Mollie's API v2, at `url`. */
export function createMollieClient({ key, url }: { key: string; url: string }): MollieClient {
  return {
    async call(method, path, answer, { body, idempotencyKey, signal }) {
      const name = `${method} ${path.replace(/\?.*/, "").replace(/\/[a-z]+_\w+/g, "/…")}`;
      const response = await fetch(`${url}/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: "application/hal+json",
          ...(body ? { "content-type": "application/json" } : {}),
          ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: "error",
        signal,
      });
      const content = parse(await response.text());
      if (!response.ok) {
        const field = problem.safeParse(content).data?.field;
        throw new MollieError(
          `Mollie answered ${name} with ${response.status}${field ? ` because of ${field}` : ""}`,
          response.status,
        );
      }
      const parsed = answer.safeParse(content);
      if (!parsed.success) throw new Error(`Mollie's answer to ${name} can't be read`);
      return parsed.data;
    },
  };
}
