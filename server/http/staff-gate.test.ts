import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { defineCall } from "#contract/call.ts";
import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { testApp } from "#server/db/test-database.ts";
import { registerCalls } from "./api.ts";
import { registerErrors } from "./errors.ts";
import { handle, type Staff } from "./handle.ts";

const answer = z.object({ role: z.enum(staffRoles), key: z.string() });
const forAdmins = defineCall({ method: "GET", path: "/api/only.php", summary: "-", who: "staff", answer });
const forMoney = defineCall({
  method: "POST",
  path: "/api/money.php",
  summary: "-",
  who: "staff",
  roles: ["finance", "admin"],
  answer,
});

let given: Awaited<ReturnType<typeof testApp>>;
let app: FastifyInstance;
let present: Staff | null = null;
beforeAll(async () => {
  given = await testApp();
  const { services, siteIds } = given;
  const site = {
    id: siteIds[0] ?? 0,
    key: "x",
    demo: true,
    hasFictional: false,
    moves: false,
    companyId: 1,
    phone: "",
    settings: {} as never,
    photoUrl: () => "",
    signedPhotoUrl: () => "",
  };
  const none = () => Promise.reject(new Error("not called"));
  const lookups = {
    siteOf: async () => site,
    viewerOf: async () => null,
    staffOf: async () => present,
    programOf: none,
    areOnSites: none,
    openSession: none,
    invalidateMember: () => {},
    invalidateSessions: () => {},
  };
  app = fastify();
  await app.register(cookie);
  registerErrors(app, services);
  registerCalls(
    app,
    services,
    lookups,
    [forAdmins, forMoney],
    [
      handle(forAdmins, async ({ staff, key }) => ({ role: staff.role, key })),
      { ...handle(forMoney, async ({ staff, key }) => ({ role: staff.role, key })), logged: true },
    ],
  );
  await app.ready();
});
beforeEach(() => {
  present = null;
});
afterAll(async () => {
  await app.close();
  await given.close();
});

const be = (role: StaffRole, staffId: string = randomUUID()) => {
  present = { staffId, role, sites: null, everywhere: true, openedAt: given.services.clock.now() };
};

async function send(call: typeof forAdmins | typeof forMoney, key: string = randomUUID()) {
  const headers = { "sec-fetch-site": "same-origin", "idempotency-key": key, "accept-language": "en" };
  const reply = await app.inject({ method: call.method as "GET", url: call.path, headers });
  return { status: reply.statusCode, body: reply.json() };
}

test("R7.03 an Idempotency-Key belongs to its staff member: the same key of another is a new request", async () => {
  const key = randomUUID();
  be("finance");
  expect((await send(forMoney, key)).body).toEqual({ role: "finance", key });
  be("admin");
  expect((await send(forMoney, key)).body).toEqual({ role: "admin", key });
});
