import { expect, test } from "vitest";
import { landerAt } from "./lander-address.ts";
import { firstTracking, mayJoin, searchShown, trackingAt, trackingIn } from "./tracking.ts";

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

test("R3.09 the record names the lander, its slug and its variant; a lander or a variant that is none is dropped", () => {
  const at = (address: string) => trackingAt(new URL(address, "http://site"));
  expect(at("/de/landers/gallery/she-spring?network=x&variant=b")).toEqual({
    network: "x",
    lander: "gallery",
    slug: "she-spring",
    variant: "b",
  });
  expect(at("/members/any/landing2/k%C3%A4se/")).toEqual({ lander: "landing2", slug: "käse" });
  expect(at("/landers/nothing?variant=c&lander=none")).toBeNull();
  expect(at("/signup?lander=video&slug=a")).toEqual({ lander: "video", slug: "a" });
  // the page itself counts, not what its address claims
  expect(at("/landers/video?lander=gallery")).toEqual({ lander: "video" });
  expect(landerAt("/landers/gallery/%E0%A4%A")).toEqual({ lander: "gallery", slug: "" });
});

test("R6.01 R6.02 only a named network is a traffic source: for joining and for what a visitor sees", () => {
  const sources = [null, { ref: "x", sub1: "y", lander: "gallery" }, { network: "" }, { network: "adnet" }];
  const join = (signups: "all" | "with_trafficsource" | "none") =>
    sources.map((source) => mayJoin({ signups }, source));
  expect(join("all")).toEqual([true, true, true, true]);
  expect(join("with_trafficsource")).toEqual([false, false, false, true]);
  expect(join("none")).toEqual([false, false, false, false]);
  const rules = { logged_out_search: "none", logged_out_search_trafficsource: "all" } as const;
  expect(sources.map((source) => searchShown(rules, source))).toEqual(["none", "none", "none", "all"]);
});

test("R3.09 the first traffic source of a visit counts, another address does not replace it", () => {
  const [adnet, other] = [{ network: "adnet" }, { network: "other" }];
  expect(firstTracking(adnet, other)).toBe(adnet);
  expect(firstTracking({ ref: "x" }, other)).toBe(other);
  expect(firstTracking(null, null)).toBeNull();
});
