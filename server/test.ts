import { test as base, type TestAPI } from "vitest";
import type { MemberEvent } from "#contract/events.ts";
import { type Made, type MemberInput, makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { type SignupForm, signedUp } from "#server/features/account/test-signup.ts";
import { createSettings } from "#server/features/sites/test-settings.ts";
import { TestClient } from "#server/http/test-client.ts";
import type { SiteSettings } from "#server/site-settings.ts";

export { expect } from "vitest";

export type Member = Made & { client: TestClient };

/** The app and its database are made once for a file, when a test first needs them, and closed at its end. */
export const test = base
  /** All of `testApp()`, for helpers that need the whole. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern as the first parameter
  .extend("given", { scope: "file" }, async ({}, { onCleanup }) => {
    const given = await testApp();
    onCleanup(given.close);
    return given;
  })
  .extend("app", { scope: "file" }, ({ given }) => given.app)
  .extend("services", { scope: "file" }, ({ given }) => given.services)
  /** The ids of the two demo sites; their hosts are localhost and 127.0.0.1. */
  .extend("siteIds", { scope: "file" }, ({ given }) => {
    const [here = 0, elsewhere = 0] = given.siteIds;
    return [here, elsewhere] as const;
  })
  /** Changes settings of a site, by default of the first, until the test ends. */
  .extend("siteHas", ({ services, siteIds }, { onCleanup }) => {
    const settings = createSettings(services);
    onCleanup(settings.restore);
    return (changed: Partial<SiteSettings>, siteId: number = siteIds[0]) => settings.change(siteId, changed);
  })
  /** Makes a client without a session. */
  .extend(
    "visitor",
    { scope: "file" },
    ({ app }) =>
      (host?: string) =>
        new TestClient(app, host),
  )
  /** One client without a session. */
  .extend("client", ({ visitor }) => visitor())
  /** Makes a member straight in the database, by default of the first site. */
  .extend("member", { scope: "file" }, ({ services, siteIds, visitor }) => {
    return async (input: Partial<MemberInput> = {}): Promise<Member> => {
      const made = await makeMember(services, { siteId: siteIds[0], ...input });
      const client = visitor(made.siteId === siteIds[0] ? "localhost" : "127.0.0.1");
      client.cookies.set("auth", made.cookie.slice("auth=".length));
      return { ...made, client };
    };
  })
  /** Makes two members who fit, see each other and have credits to write. */
  .extend("pair", { scope: "file" }, ({ member }) => {
    return async (input: Partial<MemberInput> = {}) =>
      [await member({ credits: 20, ...input }), await member({ credits: 20, ...input })] as const;
  })
  /** Signs a member up by the calls and confirms the address; name and address are unique by default. */
  .extend("signedUp", { scope: "file" }, ({ given }) => {
    let count = 0;
    return (form: Partial<SignupForm> = {}, host?: string) => {
      count += 1;
      return signedUp(given, { name: `Member ${count}`, email: `member${count}@example.org`, ...form }, host);
    };
  })
  /** Records what a member's event stream gets from now on. */
  .extend("events", ({ services }, { onCleanup }) => {
    const unsubscribes: (() => void)[] = [];
    onCleanup(() => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    });
    return ({ id }: { id: string }): MemberEvent[] => {
      const heard: MemberEvent[] = [];
      unsubscribes.push(services.events.subscribe(id, (event) => heard.push(event)));
      return heard;
    };
  })
  /** Runs the jobs; returns the mails sent since the test began, or those of them to an address. */
  .extend("mails", ({ services }) => {
    const before = services.mail.sent.length;
    return async (to?: string) => {
      await services.jobs.drain(services);
      return services.mail.sent.slice(before).filter((mail) => to === undefined || mail.to === to);
    };
  });

/** What tests name, for helpers that take some of it as their first parameters. */
export type Fixtures = typeof test extends TestAPI<infer Context> ? Context : never;
