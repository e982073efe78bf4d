import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import type { Services } from "#server/services.ts";
import { fail } from "./fail.ts";
import { limitedAddress } from "./origin.ts";
import type { LimitClass, RequestClass } from "./rate-limits.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The class by which requests for a route that is not a call are limited; without one they are not. */
    limit?: RequestClass;
  }
}

type Counters = Pick<Services, "limits" | "securityEvents">;

type Counted = { rate: LimitClass; accountId?: string | undefined; address: string };

/** Throws `too_many_requests` with the seconds to wait, if there are any, and records that. */
function assertNotTooMany(services: Counters, retryAfter: number, { rate, accountId, address }: Counted): void {
  if (retryAfter === 0) return;
  services.securityEvents.record({ kind: "limit", outcome: "blocked", accountId, address, rateClass: rate });
  throw fail("too_many_requests", { retryAfter });
}

async function countAddress(services: Counters, rate: LimitClass, address: string): Promise<void> {
  assertNotTooMany(services, await services.limits.countAddress(rate, address), { rate, address });
}

const pageHeader = "x-within-page";
/** Marks the calls that a page makes within this process while it is rendered. Only this process knows the value. */
export const withinPage: Readonly<Record<typeof pageHeader, string>> = { [pageHeader]: randomUUID() };

/** A page counts once, whatever it reads; what its form changes counts as if a script had sent it. */
export const isCountedWithPage = ({ rate }: Call, { headers }: FastifyRequest): boolean =>
  rate === "read" && headers[pageHeader] === withinPage[pageHeader];

/** Limits the requests for pages, files and streams by address, before any work is done for them. */
export function registerRequestLimits(app: FastifyInstance, services: Counters): void {
  app.addHook("onRequest", async (request) => {
    const { limit } = request.routeOptions.config;
    if (limit) await countAddress(services, limit, limitedAddress(request.ip));
  });
}

/** A caller may log in to any number of accounts. So what costs others something is counted for the address too. */
const isCountedByAddress = ({ who, rate }: Call) => who === "anyone" && rate !== "read" && rate !== "write";

/** Counts a call for its address before the session is looked up, so that invented sessions cost no queries. */
export async function limitAddress(services: Counters, call: Call, address: string): Promise<void> {
  await countAddress(services, "call", address);
  if (isCountedByAddress(call)) await countAddress(services, call.rate, address);
}

/** Counts a call for its caller: a visitor is an address. */
export async function limitCaller(
  services: Counters,
  call: Call,
  address: string,
  accountId: string | undefined,
): Promise<void> {
  const { rate } = call;
  if (accountId !== undefined) {
    assertNotTooMany(services, await services.limits.count(rate, accountId), { rate, accountId, address });
  } else if (!isCountedByAddress(call)) await countAddress(services, rate, address);
}
