import { expect, test } from "vitest";
import { mayJoin } from "#contract/tracking.ts";
import { readTracking, withTracking } from "./tracking.ts";

test("R3.09 a link carries the record, and its own parameters win", () => {
  const query = withTracking(new URLSearchParams("locale=de&ref=own"), { network: "adnet", ref: "first" });
  expect(query.toString()).toBe("locale=de&ref=own&network=adnet");
  expect(withTracking(new URLSearchParams("locale=de"), null).toString()).toBe("locale=de");
});

test("R6.01 R3.09 the pages offer the signup only to visitors whose signup the server accepts", () => {
  const open = (address: string, cookie = "") => {
    const request = new Request(`http://site${address}`, { headers: cookie === "" ? {} : { cookie } });
    return mayJoin({ signups: "with_trafficsource" }, readTracking(request));
  };
  expect(open("/signup?ref=x")).toBe(false);
  expect(open("/landers/gallery?sub1=x")).toBe(false);
  expect(open("/signup?network=adnet")).toBe(true);
  // the saved source wins over a later address
  expect(open("/signup?ref=x", "tracking=network%3Dadnet")).toBe(true);
});
