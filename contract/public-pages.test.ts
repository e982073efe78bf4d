import { expect, test } from "vitest";
import { canonicalOrigin, canonicalPath, listedPages, mayBeListed, sharedBy } from "./public-pages.ts";

test("D10.3 a site has its pages listed by search engines, its landers too, or nothing", () => {
  expect(listedPages("none")).toEqual([]);
  expect(listedPages("pages")).toContain("/pages/faq");
  expect(listedPages("pages").filter((path) => path.startsWith("/landers"))).toEqual([]);
  expect(listedPages("all").filter((path) => path.startsWith("/landers"))).toHaveLength(9);
  expect(["/", "/pricing", "/pages/terms/"].map((path) => mayBeListed(path, "pages"))).toEqual([true, true, true]);
  expect(["/pages/imprint", "/pages/accessibility"].map((path) => mayBeListed(path, "pages"))).toEqual([true, true]);
  expect(mayBeListed("/", "none")).toBe(false);
  expect(mayBeListed("/landers/gallery/she-spring", "pages")).toBe(false);
  expect(mayBeListed("/landers/gallery/she-spring", "all")).toBe(true);
});

test("D10.3 no page with a member, of a member or for a member is listed, whatever the site wishes", () => {
  const pages = ["/members", "/members/7", "/members/7/landing", "/login", "/signup", "/chats", "/landers/none", "/x"];
  expect(pages.filter((path) => mayBeListed(path, "all"))).toEqual([]);
});

test("D1.4 a lander has one canonical address whatever its slug, and a site one host", () => {
  expect(canonicalPath("/landers/gallery/milf-spring")).toBe("/landers/gallery");
  expect(canonicalPath("/members/7/landing2/spring")).toBe("/members/7/landing2/spring");
  expect(canonicalOrigin("http://localhost:3000", "localhost")).toBe("http://localhost:3000");
  expect(canonicalOrigin("https://old.example", "dating.example")).toBe("https://dating.example");
  expect(canonicalOrigin("not an address", "dating.example")).toBe("https://dating.example");
});

test("D10.3 a page is shared by visitors only without a query, and by those of one country if that decides about it", () => {
  expect(["/", "/landers/video/spring", "/pages/terms"].map(sharedBy)).toEqual(["all", "all", "all"]);
  expect(["/pricing", "/pages/privacy/"].map(sharedBy)).toEqual(["country", "country"]);
  for (const path of ["/?network=x", "/landers/video?sub1=a", "/pricing?a=b", "/members", "/signup"]) {
    expect(sharedBy(path), path).toBe(null);
  }
});
