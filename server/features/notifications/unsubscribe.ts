import type { Language } from "#contract/constants.ts";
import type { NotificationKind } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { preferencesOf, resumeMails, setPreference, stopMails } from "./preferences.ts";
import { findOpenAccount } from "./preferences-store.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

type UnsubscribeContext = {
  services: Pick<Services, "config" | "hooks" | "jobs" | "texts">;
  db: Db;
  site: Pick<Site, "id" | "settings">;
  now: Date;
  /** Absent for a mail program's own button, which only stops mails. */
  language?: Language;
};

async function accountOf({ services, db, site }: UnsubscribeContext, token: string) {
  const target = readUnsubscribeToken(services.config.secret, token);
  if (!target || !(await findOpenAccount(db, site.id, target.accountId))) throw fail("link_invalid");
  return target;
}

async function stateOf(db: Db, accountId: string, kind: NotificationKind) {
  const { preferences, disabled } = await preferencesOf(db, accountId);
  return { kind, email: preferences[kind].email, stopped: disabled.includes("list_unsubscribe") };
}

/** The switches of a mail's token and their state (D9.2). */
export async function showUnsubscription(ctx: UnsubscribeContext, token: string) {
  const { accountId, kind } = await accountOf(ctx, token);
  return await stateOf(ctx.db, accountId, kind);
}

/**
 * Switches the mails of a token's kind, or all notification mails, off or on again (D9.2); the latter is the
 * `list_unsubscribe` of R4.08.
 */
export async function switchMails(
  ctx: UnsubscribeContext,
  token: string,
  { scope, enabled }: { scope: "kind" | "all"; enabled: boolean },
) {
  const { accountId, kind } = await accountOf(ctx, token);
  if (scope === "all" && enabled) await resumeMails(ctx.db, accountId, "list_unsubscribe");
  else if (scope === "all") await stopMails(ctx.db, accountId, "list_unsubscribe");
  else {
    const caller = ctx.language && { ...ctx, language: ctx.language };
    await setPreference(ctx.db, { accountId, kind, channel: "email", enabled }, ctx.now, caller);
  }
  await ctx.services.hooks.memberChanged(ctx, accountId, "consents");
  return await stateOf(ctx.db, accountId, kind);
}
