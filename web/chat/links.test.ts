import { expect, test } from "vitest";
import { splitAtLinks } from "./links.ts";

const links = (text: string) => splitAtLinks(text).flatMap(({ url }) => (url ? [url.href] : []));

test("D11.3 addresses of web pages in a message are found, in whatever way they are written", () => {
  expect(links("see https://example.org/a?b=1#c, or www.example.com. (http://example.net/x)")).toEqual([
    "https://example.org/a?b=1#c",
    "http://www.example.com/",
    "http://example.net/x",
  ]);
  expect(links("example.com/pay and HTTPS://EXAMPLE.ORG")).toEqual(["http://example.com/pay", "https://example.org/"]);
});

test("D11.3 text that only looks like a link, and links that would run a script, stay text", () => {
  const none = [
    "javascript:alert(1)",
    "JaVaScRiPt://example.org/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://example.org/x",
    "mailto:me@example.org",
    "me@example.org",
    "//example.org",
    "at 7.30, v1.2.3, 1.5 km, and so on...etc",
    "Hello.How are you?",
    "https://",
  ];
  for (const text of none) expect([text, links(text)]).toEqual([text, []]);
});

test("D11.3 the shown address names the real host: other scripts as punycode, and never the part before an @", () => {
  const [imitated] = splitAtLinks("https://exаmple.org/").filter(({ url }) => url);
  expect(imitated?.url?.host).toBe("xn--exmple-4nf.org");
  const [disguised] = splitAtLinks("https://bank.example@evil.example/").filter(({ url }) => url);
  expect(disguised?.url?.host).toBe("evil.example");
});

test("joined again, the pieces of a message are the message, in any script", () => {
  for (const text of [
    "",
    "no link",
    "https://example.org",
    "שלום https://example.org/שלום سلام",
    "👩‍👩‍👧‍👦 example.com 👍🏽\nnext line",
    "e\u0301 www.example.org e\u0301",
  ]) {
    expect(
      splitAtLinks(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  }
});
