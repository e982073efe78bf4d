import { type BlockList, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";
import { fail } from "./fail.ts";

/** The back office's calls and files. Its pages show nothing but what these calls answer. */
const staffRoute = /^\/(?:api\/)?staff-|^\/api\/staff\.php/;

/** It bars staff who are logged in, too: strangers can neither guess passwords nor block logins by guessing. */
export function registerStaffNetworks(app: FastifyInstance, networks: BlockList | undefined): void {
  if (!networks) return;
  app.addHook("onRequest", async ({ ip, routeOptions }) => {
    if (!staffRoute.test(routeOptions.url ?? "")) return;
    if (!networks.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")) throw fail("not_found");
  });
}
