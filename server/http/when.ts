import type { FastifyInstance } from "fastify";
import type { Call } from "#contract/call.ts";

/** What the router compares. */
const pairText = (name: string, value: string) => `${name}=${value}`;

/** The route constraint with which two calls share a method and a path and differ by a query value (`Call.when`). */
export function constraintOf({ when }: Call): { when: string } | undefined {
  const [pair] = Object.entries(when ?? {});
  if (pair === undefined) return undefined;
  const [name, value] = pair;
  return { when: pairText(name, value) };
}

/** Makes the router match the query values by which calls with the same method and path differ. */
export function registerQueryConstraint(app: FastifyInstance, calls: readonly Call[]): void {
  const names = new Set(calls.flatMap((call) => Object.keys(call.when ?? {})));
  if (names.size === 0) return;
  app.addConstraintStrategy({
    name: "when",
    storage: () => {
      const handlers = new Map();
      return { get: (when) => handlers.get(when) ?? null, set: (when, handler) => handlers.set(when, handler) };
    },
    deriveConstraint: ({ url = "" }) => {
      const start = url.indexOf("?");
      if (start < 0) return undefined;
      const search = new URLSearchParams(url.slice(start));
      for (const name of names) {
        const value = search.get(name);
        if (value !== null) return pairText(name, value);
      }
      return undefined;
    },
    validate: () => {},
  });
}
