import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "#server/db/test-database.ts";
import { signedUp } from "#server/features/account/test-signup.ts";

let given: Awaited<ReturnType<typeof testApp>>;
let address: string;
beforeAll(async () => {
  given = await testApp();
  await given.app.listen({ port: 0, host: "localhost" });
  const listening = given.app.server.address();
  address = `http://localhost:${typeof listening === "object" ? listening?.port : ""}`;
});
afterAll(() => given.close());

async function open(cookie: string) {
  const response = await fetch(`${address}/api/events.php`, { headers: { accept: "text/event-stream", cookie } });
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

test("R4.22 the event stream tells a member at once, as text/event-stream that no proxy keeps", async () => {
  const anna = await signedUp(given, { name: "Anna", email: "anna@example.org" });
  const stream = await open(`auth=${anna.client.cookies.get("auth")}`);
  expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
  await stream.until("event: ready");
  given.platform.events.publish(anna.id, { type: "credits", credits: 7 });
  expect(await stream.until("credits")).toContain('data: {"type":"credits","credits":7}');
  await stream.cancel();
});

test("R6.09 a visitor gets no stream but a 403 with authentication_required", async () => {
  const { response } = await open("");
  expect(response.status).toBe(403);
});

test("a seventh stream of one member ends the oldest", async () => {
  const eva = await signedUp(given, { name: "Eva", email: "eva@example.org" });
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
