import { expect, test } from "vitest";
import { trackingIn, withTracking } from "./tracking.ts";

test("R3.09 the tracking record is read from an address: network, ref, sub1 to sub3", () => {
  const query = new URLSearchParams("network=adnet&ref=a%20b&sub1=1&sub2=&sub3=%20x%20&other=y");
  expect(trackingIn(query)).toEqual({ network: "adnet", ref: "a b", sub1: "1", sub3: "x" });
  expect(trackingIn(new URLSearchParams("gender=male&sub4=1"))).toBeNull();
  expect(trackingIn(new URLSearchParams(`ref=${"r".repeat(500)}`))?.ref).toHaveLength(100);
});

test("R3.09 an invalid address does not block the signup: values that could not be stored are dropped", () => {
  const read = (ref: string) => trackingIn(new URLSearchParams({ ref }))?.ref;
  expect(read("a\u0000b\nc")).toBe("abc");
  expect(read("\u0000")).toBeUndefined();
  expect(read(`${"r".repeat(99)}💌`)).toBe("r".repeat(99));
  expect(read("💌")).toBe("💌");
});

test("R3.09 a link carries the record, and its own parameters win", () => {
  const query = withTracking(new URLSearchParams("locale=de&ref=own"), { network: "adnet", ref: "first" });
  expect(query.toString()).toBe("locale=de&ref=own&network=adnet");
  expect(withTracking(new URLSearchParams("locale=de"), null).toString()).toBe("locale=de");
});
