import { request as send } from "node:http";
import { expect } from "@playwright/test";
import { ownAddress, signUpIn } from "./member.ts";
import { test } from "./test.ts";
import { origin } from "./world.ts";

/** Every screen, with field names for its query or its form. */
const screens = [
  ..."/ /account-deleted /agree /activate/done /activate/error /chats /chats/~ /complaints /complete-signup /credits".split(
    " ",
  ),
  ..."/credits/~ /credits/~/~ /delete-account /likes /likes/~ /likes/m/~ /login /mail-change/do /match-finder".split(
    " ",
  ),
  ..."/members /members/~ /members/~/chat /members/~/landing /members/~/landing2/~ /members/~/landing3/~".split(" "),
  ..."/members/~/signup /notifications /pages/ban /pages/~ /pricing /profile /reset-password /reset-password/do".split(
    " ",
  ),
  ..."/settings /signup /signup-matches /staff /staff/log /staff/members /staff/members/~ /staff/operations /staff/queue/photos /staff/queue/~".split(
    " ",
  ),
  ..."/closed /staff/site/closing /staff/site/words /staff/setup/~ /staff/site /staff/site/codes /staff/site/company /staff/site/copy /staff/site/fictional /staff/site/history /staff/site/prices".split(
    " ",
  ),
  ..."/ban-request/~ /decisions /decisions/~ /transactions /transactions/~ /unsubscribe/~ /withdrawal".split(" "),
  ..."/visitors /~ /de/~ /fi/members /~/~/~ /swipe-game /__manifest /assets/~ /photos/~/~".split(" "),
];
const fields = [
  ..."token login password email name setting step next locale filters gender country countryregion min_age".split(" "),
  ..."max_age cursor sort interests distance t lb route index _routes p version question seeks id to text site before".split(
    " ",
  ),
];
const hostile = [
  ..."%00 a%00b %01%1b%7f %ED%A0%80 %C0%80 %FF %E2%80%AE %0D%0A ..%2F..%2Fetc%2Fpasswd %2F%2Fevil.example".split(" "),
  ..."%5C%5Cevil.example -1 0 1e309 NaN __proto__ %5B%5D %7B%7D 00000000-0000-4000-8000-000000000000".split(" "),
  "9".repeat(300),
];

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** The status of one request, within 15 seconds; each from its own IP address, so that no rate limit answers. */
async function statusOf({ method, path, headers: own = {}, body }: Sent): Promise<number> {
  const headers = { ...own, "x-forwarded-for": ownAddress() };
  return await new Promise((resolve, reject) => {
    const outgoing = send(`${origin}/`, { method, path, headers, agent: false, timeout: 15_000 }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    const fail = () => outgoing.destroy(new Error(`no answer to ${method} ${path}`));
    outgoing.on("timeout", fail).on("error", reject);
    outgoing.end(body);
  });
}

/** Sends the requests, a few at a time, and lists those that got a 5xx. */
async function expectNoFault(requests: readonly Sent[]): Promise<void> {
  const faults: string[] = [];
  const left = [...requests];
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const status = await statusOf(next);
      if (status >= 500) faults.push(`${status} ${next.method} ${next.path} ${next.headers?.["content-type"] ?? ""}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(faults).toEqual([]);
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
/** A screen's URL with hostile words in its path and its query; each `number` gives different ones. */
function addressOf(screen: string, number: number): string {
  const [start = "", ...more] = screen.split("~");
  const path = more.reduce((joined, end, part) => joined + at(hostile, number + part) + end, start);
  const query = fields.map((field, index) => `${field}=${at(hostile, index + number)}`).join("&");
  return `${path}?${query}`;
}
const dataOf = (address: string) => address.replace(/\/?(?=\?)/, (end) => (end === "/" ? "/_root.data" : ".data"));

test("quality: hostile URLs of pages and of their data get no 5xx, as a visitor or as a member @one-width", async ({
  context,
}) => {
  await signUpIn(context, "Hostile");
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const unreadable = "auth=%00; locale=%00; tz=%00; mode=%00; device=%00; last-search=%00";
  const senders: Record<string, string>[] = [{}, { cookie }, { cookie: unreadable }];
  const requests = senders.flatMap((headers, who) =>
    screens
      .flatMap((screen, number) => [addressOf(screen, number + who), addressOf(screen, 3 * number + who + 1)])
      .flatMap((path) => [path, dataOf(path)])
      .map((path) => ({ method: "GET", path, headers })),
  );
  await expectNoFault(requests);
});

const forms: [type: string | undefined, body: string][] = [
  [undefined, ""],
  [undefined, "login=a"],
  ["text/plain", "login=a"],
  ["multipart/form-data", ""],
  ["multipart/form-data; boundary=x", ""],
  ["multipart/form-data; boundary=x", "--x\r\nnonsense"],
  ["application/json", '{"login":"a\\u0000"}'],
  ["application/xml", "<a/>"],
  ["application/x-www-form-urlencoded", ""],
  ["application/x-www-form-urlencoded; charset=x", "%00=%00&%ED%A0%80&=&&%"],
  ["application/x-www-form-urlencoded", fields.map((field, index) => `${field}=${at(hostile, index)}`).join("&")],
];

test("quality: a page's action answers a body that is no form, or a hostile one, below 500 @one-width", async () => {
  const requests = screens.flatMap((screen, number) =>
    forms.flatMap(([type, body]) => {
      const headers = {
        origin,
        "sec-fetch-site": "same-origin",
        ...(type === undefined ? {} : { "content-type": type }),
      };
      const path = addressOf(screen, number).split("?")[0] ?? "/";
      return [path, `${path === "/" ? "/_root" : path}.data`].map((address) => ({
        method: "POST",
        path: address,
        headers,
        body,
      }));
    }),
  );
  await expectNoFault(requests);
});

test("quality: other methods on pages get no 5xx @one-width", async () => {
  const methods = ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
  await expectNoFault(
    screens.flatMap((screen, number) => methods.map((method) => ({ method, path: addressOf(screen, number) }))),
  );
});
