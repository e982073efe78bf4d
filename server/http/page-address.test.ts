import { expect, test } from "vitest";
import { chosenLanguage, readAddress } from "./page-address.ts";

test("R1.11 a URL is split into language and path, English without a prefix", () => {
  expect(readAddress("/members?page=2")).toEqual({ language: "en", prefixed: false, path: "/members?page=2" });
  expect(readAddress("/de/members?page=2")).toEqual({ language: "de", prefixed: true, path: "/members?page=2" });
  expect(readAddress("/pl")).toEqual({ language: "pl", prefixed: true, path: "/" });
  expect(readAddress("/fi?x=1")).toEqual({ language: "fi", prefixed: true, path: "/?x=1" });
  expect(readAddress("/de.data")).toEqual({ language: "de", prefixed: true, path: "/" });
  expect(readAddress("/de/chats.data?_routes=chats&x=1").path).toBe("/chats?x=1");
  expect(readAddress("/en/likes")).toEqual({ language: "en", prefixed: true, path: "/likes" });
  expect(readAddress("/xx/likes")).toEqual({ language: "en", prefixed: false, path: "/xx/likes" });
  expect(readAddress("/device")).toMatchObject({ prefixed: false });
});

test("R2.13 the language switcher's parameter is removed from the URL", () => {
  expect(chosenLanguage("/members?page=2&locale=fi")).toEqual({ language: "fi", path: "/members?page=2" });
  expect(chosenLanguage("/?locale=en")).toEqual({ language: "en", path: "/" });
  expect(chosenLanguage("/members?locale=xx")).toBeNull();
  expect(chosenLanguage("/members?locales=fi")).toBeNull();
});

test("R8.03 no URL, however written, leads off the site", () => {
  expect(readAddress("/en//evil.example/x").path).toBe("/evil.example/x");
  expect(readAddress("//evil.example").path).toBe("/evil.example");
  expect(readAddress("/en/\\evil.example").path).toBe("/evil.example");
  expect(chosenLanguage("/x/..//evil.example?locale=en")?.path).toBe("/evil.example");
  expect(chosenLanguage("/\\evil.example?locale=en")?.path).toBe("/");
});
