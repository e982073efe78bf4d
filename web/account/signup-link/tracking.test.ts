import { expect, test } from "vitest";
import { mayJoin, trackingHeader } from "#contract/tracking.ts";
import { findClickNetwork, readTracking, withTracking, withVisitOrigin } from "./tracking.ts";

test("R3.09 a link carries the record, and its own parameters win", () => {
  const query = withTracking(new URLSearchParams("locale=de&ref=own"), { network: "adnet", ref: "first" });
  expect(query.toString()).toBe("locale=de&ref=own&network=adnet");
  expect(withTracking(new URLSearchParams("locale=de"), null).toString()).toBe("locale=de");
});

test("R6.01 R3.09 the pages offer the signup only to visitors whose signup the server accepts", () => {
  const open = (address: string, sent = "") => {
    const request = new Request(`http://site${address}`, { headers: sent === "" ? {} : { [trackingHeader]: sent } });
    return mayJoin({ signups: "with_trafficsource" }, readTracking(request));
  };
  expect(open("/signup?ref=x")).toBe(false);
  expect(open("/landers/gallery?sub1=x")).toBe(false);
  expect(open("/signup?network=adnet")).toBe(true);
  // the visit's first source wins over a later address
  expect(open("/signup?ref=x", "network=adnet")).toBe(true);
});

test("R3.09 a page tells its own host where the visit began, and no other", async () => {
  const sent: (string | null)[] = [];
  const plain: typeof fetch = async (input) => {
    sent.push((input as Request).headers.get(trackingHeader));
    return new Response();
  };
  const fetchWithOrigin = withVisitOrigin(plain, { network: "ädnet", ref: "a&b" }, "https://dating.example");
  await fetchWithOrigin("https://dating.example/members.data");
  await fetchWithOrigin("https://dating.example/api/members.php", { method: "POST", body: "{}" });
  await fetchWithOrigin("https://cdn.example/a.webp");
  expect(sent).toEqual(["network=%C3%A4dnet&ref=a%26b", "network=%C3%A4dnet&ref=a%26b", null]);
});

test("D14.5 the signup asks about a click that its network numbers, unless the browser objects for its user", () => {
  const settings = { click_networks: ["adnet"] };
  const click = { network: "adnet", sub2: "click-1" };
  expect(findClickNetwork(settings, click, false)).toBe("adnet");
  expect(findClickNetwork(settings, click, true)).toBeNull();
  for (const tracking of [null, { network: "adnet" }, { network: "other", sub1: "x" }, { sub1: "x" }]) {
    expect(findClickNetwork(settings, tracking, false)).toBeNull();
  }
});
