import { describe } from "vitest";
import { getUnsubscription, setUnsubscription } from "#contract/notifications.ts";
import { oneClickPath } from "#server/features/mails/index.ts";
import { test as base, expect } from "#server/test.ts";
import { preferencesOf } from "./preferences.ts";
import { readUnsubscribeToken, unsubscribeToken } from "./unsubscribe.ts";

let count = 0;

const test = base
  .extend("person", { scope: "file" }, ({ services, signedUp }) => async (host?: string) => {
    count += 1;
    const { id } = await signedUp({ name: `Anna ${count}`, email: `anna${count}@example.org` }, host);
    const token = unsubscribeToken(services.config.secret, id, "like");
    return { id, token, preferences: () => preferencesOf(services.db, id) };
  })
  .extend(
    "show",
    { scope: "file" },
    ({ visitor }) =>
      (token: string) =>
        visitor().call(getUnsubscription, { query: { token } }),
  )
  .extend(
    "turn",
    { scope: "file" },
    ({ visitor }) =>
      (token: string, scope: "kind" | "all", enabled: boolean) =>
        visitor().call(setUnsubscription, { body: { token, scope, enabled } }),
  )
  /** As mail programs send it: no cookie, no origin, a form. */
  .extend(
    "oneClick",
    { scope: "file" },
    ({ app }) =>
      (token: string, host = "localhost", type = "application/x-www-form-urlencoded") =>
        app.inject({
          method: "POST",
          url: `${oneClickPath}?token=${token}`,
          headers: { host, "content-type": type },
          payload: "List-Unsubscribe=One-Click",
        }),
  );

describe("D9.2 the link in a mail", () => {
  test("changes nothing when opened, because mail scanners open every link", async ({ show, person, app }) => {
    const anna = await person();
    const before = await anna.preferences();
    expect((await show(anna.token)).body).toEqual({ kind: "like", email: true, stopped: false });
    const opened = await app.inject({
      url: `${oneClickPath}?token=${anna.token}`,
      headers: { host: "localhost" },
    });
    expect([opened.statusCode, opened.headers.location]).toEqual([302, `/unsubscribe/${anna.token}`]);
    expect(await anna.preferences()).toEqual(before);
  });

  test("switches only the mails of its kind off and on again, without a login", async ({ turn, person }) => {
    const anna = await person();
    expect((await turn(anna.token, "kind", false)).body).toEqual({ kind: "like", email: false, stopped: false });
    const { preferences, disabled } = await anna.preferences();
    expect([preferences.like, preferences.message, disabled]).toEqual([
      { email: false, push: true },
      { email: true, push: true },
      [],
    ]);
    expect((await turn(anna.token, "kind", true)).body.email).toBe(true);
  });

  test("R4.08 stops all mails with the reason list_unsubscribe, and undoes that", async ({ turn, person }) => {
    const anna = await person();
    expect((await turn(anna.token, "all", false)).body).toMatchObject({ stopped: true });
    expect((await anna.preferences()).disabled).toEqual(["list_unsubscribe"]);
    expect((await turn(anna.token, "all", true)).body).toMatchObject({ stopped: false });
    expect((await anna.preferences()).disabled).toEqual([]);
  });
});

describe("R4.08 RFC 8058 the mail program's own button", () => {
  test("stops all notification mails with one POST; a second one changes nothing", async ({ oneClick, person }) => {
    const anna = await person();
    for (let tries = 0; tries < 2; tries += 1) expect((await oneClick(anna.token)).statusCode).toBe(200);
    expect((await anna.preferences()).disabled).toEqual(["list_unsubscribe"]);
  });

  test("may send multipart", async ({ oneClick, person }) => {
    const anna = await person();
    expect((await oneClick(anna.token, "localhost", "multipart/form-data; boundary=x")).statusCode).toBe(200);
    expect((await anna.preferences()).disabled).toEqual(["list_unsubscribe"]);
  });
});

describe("D9.2 a token", () => {
  test("that was altered, truncated or signed elsewhere is refused in the specification's words", async ({
    oneClick,
    turn,
    show,
    person,
  }) => {
    const anna = await person();
    const other = await person();
    const swapped = Buffer.from(anna.token, "base64url");
    Buffer.from(other.id.replaceAll("-", ""), "hex").copy(swapped);
    const kind = Buffer.from(anna.token, "base64url");
    kind[16] = 0;
    const foreign = unsubscribeToken("another secret, also long enough for this", anna.id, "like");
    const wrong = [
      swapped.toString("base64url"),
      kind.toString("base64url"),
      foreign,
      anna.token.slice(0, -1),
      "",
      "x",
    ];
    for (const token of [...wrong, `${anna.token}=`, "a".repeat(44)]) {
      const answer = await show(token);
      expect([answer.status, answer.body.error?.message], token).toEqual([
        410,
        "Link expired or invalid, request a new email",
      ]);
      expect((await turn(token, "all", false)).status, token).toBe(410);
      expect((await oneClick(token)).statusCode, token).toBe(410);
    }
    expect((await anna.preferences()).disabled).toEqual([]);
  });

  test("of a deleted account is refused", async ({ show, person, services }) => {
    const anna = await person();
    const { db, clock } = services;
    await db
      .updateTable("accounts")
      .set({ status: "deleted", deleted_at: clock.now() })
      .where("id", "=", anna.id)
      .execute();
    expect((await show(anna.token)).status).toBe(410);
  });

  test("contains the account and the kind", ({ services }) => {
    const { secret } = services.config;
    const accountId = "0193f3a0-1111-7000-8000-000000000001";
    expect(readUnsubscribeToken(secret, unsubscribeToken(secret, accountId, "visitor"))).toEqual({
      accountId,
      kind: "visitor",
    });
  });
});
