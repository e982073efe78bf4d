import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { languages } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { splashPath, splashScreens } from "#contract/splash-screens.ts";
import { iconPath, manifestPath, offlinePath, sign, themeColours } from "#contract/web-app.ts";
import { expect, test } from "#server/test.ts";

test("R2.29 each site has its own manifest, in each language", async ({ app }) => {
  const get = async (host: string, language: string) => {
    const { statusCode, headers, body } = await app.inject({ url: manifestPath(language), headers: { host } });
    expect([statusCode, headers["content-type"]]).toEqual([200, expect.stringContaining("application/manifest+json")]);
    return JSON.parse(body);
  };
  const [english, german, other] = [
    await get("localhost", "en"),
    await get("localhost", "de"),
    await get("127.0.0.1", "de"),
  ];
  expect(english).toMatchObject({
    id: "/",
    name: "Rendezvous",
    lang: "en",
    start_url: "/members",
    display: "standalone",
  });
  expect(german).toMatchObject({ id: "/", name: "Rendezvous", lang: "de", start_url: "/de/members", scope: "/" });
  expect(other).toMatchObject({ name: "Abendrot" });
  expect(other.icons[0].src).not.toBe(german.icons[0].src);
  expect(english.shortcuts.map(({ url }: { url: string }) => url)).toEqual(["/chats", "/likes", "/swipe-game"]);
  for (const language of languages) {
    const { shortcuts, lang } = await get("localhost", language);
    expect([lang, shortcuts.every(({ name }: { name: string }) => name.length > 1)]).toEqual([language, true]);
  }
});

test("R2.29 the icons of the manifest have the size that it says, and never change", async ({ app }) => {
  const manifest = JSON.parse((await app.inject({ url: manifestPath("en"), headers: { host: "localhost" } })).body);
  for (const { src, sizes, type } of manifest.icons) {
    const { statusCode, headers, rawPayload } = await app.inject({ url: src, headers: { host: "localhost" } });
    expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      type,
      "public, max-age=31536000, immutable",
    ]);
    const { width, height } = await sharp(rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose);
  expect(purposes).toEqual(["any", "any", "maskable", "maskable"]);
});

test("R2.15 a splash image has the device pixels of its screen, upright and sideways", async ({ app }) => {
  const [screen] = splashScreens;
  if (!screen) throw new Error("no screens");
  const { width: w, height: h, ratio } = screen;
  const sizes = await Promise.all(
    (["portrait", "landscape"] as const).map(async (orientation) => {
      const { rawPayload } = await app.inject({ url: splashPath({ theme: "plum", logo: "" }, screen, orientation) });
      const { width, height } = await sharp(rawPayload).metadata();
      return [width, height];
    }),
  );
  expect(sizes).toEqual([
    [w * ratio, h * ratio],
    [h * ratio, w * ratio],
  ]);
});

test("R2.29 the tab's icon has the colours of its site, and is the same sign as the app's", async ({ app }) => {
  const get = async (host: string) => await app.inject({ url: "/icon.svg", headers: { host } });
  const [rose, plum] = [await get("localhost"), await get("127.0.0.1")];
  expect(rose.headers["content-type"]).toBe("image/svg+xml");
  for (const [{ body }, theme] of [
    [rose, "rose"],
    [plum, "plum"],
  ] as const) {
    const { primary, secondary } = themeColours[theme];
    expect(body.match(/fill="[^"]+"/g)).toEqual([`fill="${primary}"`, `fill="${secondary}"`]);
    expect(body.match(/<circle/g)).toHaveLength(sign.circles.length);
  }
});

test("R7.05 the offline page is in each language and in the site's name, and needs no other file", async ({
  app,
  services,
}) => {
  const pages = new Set<string>();
  for (const language of languages) {
    const { statusCode, headers, body } = await app.inject({
      url: offlinePath(language),
      headers: { host: "localhost" },
    });
    expect([statusCode, headers["content-type"], headers["cache-control"], headers["set-cookie"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "public, max-age=3600",
      undefined,
    ]);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain("Rendezvous");
    expect(body).toContain(services.texts.t(language, "chat:without_connection"));
    expect(body).not.toMatch(/ src=|<link/);
    // once the service can be reached, these work again, and a mail can be written before
    const links = [...body.matchAll(/ href="([^"]+)"/g)].map(([, address]) => address);
    expect(links).toEqual([pathIn(language, "/"), pathIn(language, "/status"), "mailto:help@rendezvous.invalid"]);
    pages.add(body.replace(/lang="\w\w"/, ""));
    // its own style and script are all that its policy allows
    for (const kind of ["style", "script"]) {
      const content = new RegExp(`<${kind}>(.*?)</${kind}>`).exec(body)?.[1] ?? "";
      const digest = createHash("sha256").update(content).digest("base64");
      expect(headers["content-security-policy"]).toContain(`${kind}-src 'sha256-${digest}'`);
    }
  }
  expect(pages.size).toBe(languages.length);
});

test("R2.29 bad input: an unknown language gets the default one, an unknown picture is not found", async ({ app }) => {
  const get = async (url: string) => await app.inject({ url, headers: { host: "localhost" } });
  expect(JSON.parse((await get("/manifest.webmanifest?locale=xx")).body).lang).toBe("en");
  expect(JSON.parse((await get("/manifest.webmanifest?locale=de&locale=fi")).body).lang).toBe("en");
  for (const url of [
    iconPath({ theme: "rose", logo: "" }, "any", 5000),
    "/app-icons/none/any-192.png",
    "/app-splash/rose/99999x99999@3.png",
    "/app-icons/..%2F..%2Fetc/passwd",
  ]) {
    expect((await get(url)).statusCode, url).toBe(404);
  }
});

test("R9.08 icons, splash images and the manifest have the colours of the style sheet", () => {
  const sheet = readFileSync("web/theme.css", "utf8");
  for (const colours of Object.values(themeColours)) {
    for (const colour of Object.values(colours)) expect(sheet).toContain(colour);
  }
});
