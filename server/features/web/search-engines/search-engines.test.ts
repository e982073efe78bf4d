import sharp from "sharp";
import { languages } from "#contract/constants.ts";
import { previewPath, previewSize } from "#contract/public-pages.ts";
import { expect, test } from "#server/test.ts";
import { sitemapOf } from "./serve-search-files.ts";

test("D1.4 the sitemap has each page in each language, with its translations, and robots.txt names it", async ({
  app,
}) => {
  const get = async (url: string) => await app.inject({ url, headers: { host: "localhost:3000" } });
  const { headers, body } = await get("/sitemap.xml");
  expect([headers["content-type"], headers["cache-control"]]).toEqual([
    "application/xml; charset=utf-8",
    "public, max-age=3600",
  ]);
  const addresses = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toEqual(expect.arrayContaining(["http://localhost:3000/", "http://localhost:3000/fi/pages/faq"]));
  expect(addresses.length % languages.length).toBe(0);
  expect(addresses.filter((address) => address?.includes("/landers/"))).toEqual([]);
  const first = body.split("</url>")[0] ?? "";
  expect([...first.matchAll(/hreflang="([\w-]+)"/g)].map(([, code]) => code)).toEqual([...languages, "x-default"]);

  const robots = (await get("/robots.txt")).body;
  expect(robots).toContain("\nSitemap: http://localhost:3000/sitemap.xml\n");
  expect(robots).toContain("\nDisallow: /photos/\n");
});

test("D10.3 a site that wants its landers listed has them in its sitemap; one that wants nothing has none", async ({
  app,
  siteIds,
  siteHas,
}) => {
  const sitemap = async (host: string) => await app.inject({ url: "/sitemap.xml", headers: { host } });
  await siteHas({ search_engines: "all" });
  await siteHas({ search_engines: "none" }, siteIds[1]);
  expect((await sitemap("localhost")).body).toContain("<loc>http://localhost/de/landers/video</loc>");
  expect((await sitemap("127.0.0.1")).statusCode).toBe(404);
  const robots = await app.inject({ url: "/robots.txt", headers: { host: "127.0.0.1" } });
  expect(robots.body).not.toContain("Sitemap");
});

test("D1.4 no address breaks the sitemap", () => {
  expect(sitemapOf(`https://a.example"><&'`, ["/"], ["en"])).toContain(
    "<loc>https://a.example&#34;&#62;&#60;&#38;&#39;/</loc>",
  );
});

test("D10.3 the picture for shared addresses is drawn per site and language", async ({ app }) => {
  const get = async (host: string, language: string) =>
    await app.inject({ url: previewPath(language), headers: { host } });
  const pictures = new Set<string>();
  for (const [host, language] of [
    ["localhost", "en"],
    ["localhost", "pl"],
    ["127.0.0.1", "pl"],
  ] as const) {
    const { statusCode, headers, rawPayload } = await get(host, language);
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/png"]);
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(await sharp(rawPayload).metadata()).toMatchObject(previewSize);
    expect(rawPayload.length).toBeLessThan(60_000);
    pictures.add(rawPayload.toString("base64"));
  }
  expect(pictures.size).toBe(3);
  for (const file of ["xx.png", "en.svg", "..%2Fen.png", "en.png.png"]) {
    expect((await app.inject({ url: `/preview/${file}` })).statusCode, file).toBe(404);
  }
});

test("D10.3 bad input: a name that is markup, or longer than the picture, is drawn as it is", async ({
  app,
  siteHas,
}) => {
  for (const name of [`</span><b>&"'`, "W".repeat(60), "💌 שלום 你好"]) {
    await siteHas({ name });
    const { statusCode, rawPayload } = await app.inject({ url: previewPath("de"), headers: { host: "localhost" } });
    expect([statusCode, (await sharp(rawPayload).metadata()).height], name).toEqual([200, previewSize.height]);
  }
});
