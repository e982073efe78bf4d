import cookie from "@fastify/cookie";
import fastify, { type FastifyRequest } from "fastify";
import { getUser } from "#contract/account.ts";
import { endOtherDevices, logIn } from "#contract/auth.ts";
import { hourMs } from "#contract/durations.ts";
import { createSessionFinder, endSessions } from "#server/features/auth/index.ts";
import { test as base, talkIn } from "#server/features/chat/talks/test-talk.ts";
import { inProcessEvents } from "#server/ports/events/in-process.ts";
import { expect } from "#server/test.ts";
import { registerEventStream } from "./event-stream.ts";
import type { TestClient } from "./test-client.ts";

async function openStream(address: string, cookie: string, member?: string) {
  const query = member === undefined ? "" : `?member=${member}`;
  const response = await fetch(`${address}/api/events.php${query}`, {
    headers: { accept: "text/event-stream", cookie },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (part: string): Promise<string> => {
    while (!text.includes(part)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error(`the stream ended without "${part}": ${text}`);
      text += value;
    }
    return text;
  };
  return { response, until, ended: async () => (await reader?.read())?.done === true, cancel: () => reader?.cancel() };
}

/** `open` opens the event stream of the session in a cookie. */
const test = base.extend("open", { scope: "file" }, async ({ app }) => {
  await app.listen({ port: 0, host: "localhost" });
  const listening = app.server.address();
  const address = `http://localhost:${typeof listening === "object" ? listening?.port : ""}`;
  return (cookie: string, member?: string) => openStream(address, cookie, member);
});

test("R4.22 the event stream sends a member's events at once, as text/event-stream no proxy caches", async ({
  open,
  services,
  signedUp,
}) => {
  const anna = await signedUp();
  const stream = await open(`auth=${anna.client.cookies.get("auth")}`);
  expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
  await stream.until("event: ready");
  services.events.publish(anna.id, { type: "credits", credits: 7 });
  expect(await stream.until("credits")).toContain('data: {"type":"credits","credits":7}');
  await stream.cancel();
});

test("R6.09 a visitor gets a 403 with authentication_required instead of a stream", async ({ open }) => {
  const { response } = await open("");
  expect(response.status).toBe(403);
});

test("R6.09 the page of another member gets no events but the word that it is another's", async ({
  open,
  services,
  pair,
}) => {
  const [anna, ben] = await pair();
  const cookie = `auth=${anna.client.cookies.get("auth")}`;
  const others = await open(cookie, ben.id);
  await others.until("event: other_member");
  expect(await others.ended()).toBe(true);
  const own = await open(cookie, anna.id);
  await own.until("event: ready");
  services.events.publish(anna.id, { type: "credits", credits: 7 });
  expect(await own.until("credits")).not.toContain("other_member");
  await own.cancel();
});

test("R12.02 a page that opens while a call rings hears of it, and one of the asker's does not", async ({
  open,
  friends,
}) => {
  const { anna, ben, hers, his } = await friends();
  const { id } = talkIn(await hers.ask(ben));
  const ringing = `data: {"type":"talk","talk":"${id}","state":"ringing","end":null}`;
  const asked = await open(ben.cookie);
  expect(await asked.until('"type":"talk"')).toContain(ringing);
  await asked.cancel();
  const asker = await open(anna.cookie);
  await asker.until("event: ready");
  talkIn(await his.accept(id));
  expect(await asker.until('"type":"talk"')).not.toContain("ringing");
  await asker.cancel();
  const late = await open(ben.cookie);
  await late.until("event: ready");
  talkIn(await his.end(id));
  expect(await late.until('"type":"talk"')).not.toContain("ringing");
  await late.cancel();
});

test("a seventh stream of one member ends the oldest", async ({ open, signedUp }) => {
  const eva = await signedUp();
  const cookie = `auth=${eva.client.cookies.get("auth")}`;
  const streams = [];
  for (let count = 0; count < 7; count += 1) {
    const stream = await open(cookie);
    await stream.until("event: ready");
    streams.push(stream);
  }
  expect(await streams[0]?.ended()).toBe(true);
  for (const stream of streams.slice(1)) await stream.cancel();
});

test("D3.4 a stream ends at once with its session; those of other devices go on", async ({
  open,
  services,
  signedUp,
  visitor,
}) => {
  const { client, form } = await signedUp();
  const laptop = visitor();
  await laptop.call(logIn, { body: { login: form.name, password: form.password } });
  const [here, there] = [
    await open(`auth=${client.cookies.get("auth")}`),
    await open(`auth=${laptop.cookies.get("auth")}`),
  ];
  await Promise.all([here.until("ready"), there.until("ready")]);
  await client.call(endOtherDevices);
  await there.until('"type":"sessions"');
  await here.until('"type":"sessions"');
  expect(await there.ended()).toBe(true);
  services.events.publish((await client.call(getUser)).body.user?.id ?? "", { type: "credits", credits: 9 });
  await here.until("credits");
  await here.cancel();
});

test("D9.1 a member with a visible page is active, however long they read; a hidden page does not count", async () => {
  const app = fastify({ forceCloseConnections: true });
  await app.register(cookie);
  const events = inProcessEvents();
  const memberOf = async (request: FastifyRequest) => String(request.headers.cookie);
  const steps: string[] = [];
  const presence = {
    pageOpened: (memberId: string) => void steps.push(`${memberId} came`),
    lastPageClosed: (memberId: string) => void steps.push(`${memberId} left`),
  };
  const sessions = { memberOf, invalidateSessions: () => {}, findEnded: async () => [], moves: async () => false };
  const { listWatchers: watching } = await registerEventStream(app, events, sessions, presence, async () => []);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const look = async (cookie: string, search = "") => {
    const stop = new AbortController();
    const headers = { accept: "text/event-stream", cookie };
    const response = await fetch(`${origin}/api/events.php${search}`, { headers, signal: stop.signal });
    await response.body?.getReader().read();
    return () => stop.abort();
  };
  const leave = await look("anna");
  await look("anna");
  await look("ben", "?hidden=1");
  await look("eva", "?hidden=0");
  expect(watching().sort()).toEqual(["anna", "eva"]);
  leave();
  await look("ben");
  expect(watching().sort()).toEqual(["anna", "ben", "eva"]);
  // a second page of the same member, and the end of one of two, are no news
  expect(steps).toEqual(["anna came", "eva came", "ben came"]);
  await app.close();
  expect(watching()).toEqual([]);
  expect(steps.slice(3).sort()).toEqual(["anna left", "ben left", "eva left"]);
});

test("D3.4 a stream whose session was ended by a command ends with its heartbeat; other streams go on", async ({
  services,
  signedUp,
}) => {
  const [anna, eva] = [await signedUp(), await signedUp()];
  const finder = createSessionFinder(services.db, services.clock);
  const app = fastify();
  await app.register(cookie);
  const { closeEnded } = await registerEventStream(
    app,
    inProcessEvents(),
    {
      memberOf: async (request) => request.cookies.auth ?? null,
      invalidateSessions: () => {},
      findEnded: (tokens) => finder.findEnded(tokens, services.clock.now()),
      moves: async () => false,
    },
    { pageOpened: () => {}, lastPageClosed: () => {} },
    async () => [],
  );
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const streamOf = async ({ client }: { client: TestClient }) => {
    const stream = await openStream(origin, `auth=${client.cookies.get("auth")}`);
    await stream.until("event: ready");
    return stream;
  };
  const [annas, evas] = [await streamOf(anna), await streamOf(eva)];
  await endSessions({ db: services.db }, anna.id);
  await closeEnded();
  expect(await annas.ended()).toBe(true);
  const used = services.db.selectFrom("sessions").select("used_at").where("account_id", "=", eva.id);
  const before = await used.execute();
  services.clock.advance(2 * hourMs);
  await closeEnded();
  expect(await used.execute()).toEqual(before);
  await evas.cancel();
  await app.close();
});

test("0126 a stream ends once its site moves to another installation, and says when to come again; other sites' go on", async () => {
  const app = fastify();
  await app.register(cookie);
  const moved = new Set<string>();
  const { closeMoved } = await registerEventStream(
    app,
    inProcessEvents(),
    {
      memberOf: async (request) => request.headers.cookie ?? null,
      invalidateSessions: () => {},
      findEnded: async () => [],
      moves: async (host) => moved.has(host),
    },
    { pageOpened: () => {}, lastPageClosed: () => {} },
    async () => [],
  );
  await app.listen({ port: 0, host: "localhost" });
  const listening = app.server.address();
  const port = typeof listening === "object" ? listening?.port : "";
  const [moving, staying] = [
    await openStream(`http://localhost:${port}`, "anna"),
    await openStream(`http://127.0.0.1:${port}`, "ben"),
  ];
  for (const stream of [moving, staying]) await stream.until("event: ready");
  await closeMoved();
  moved.add("localhost");
  await closeMoved();
  expect(await moving.until("event: moved")).toMatch(/^retry: \d+$/m);
  expect(await moving.ended()).toBe(true);
  await staying.cancel();
  await app.close();
});
