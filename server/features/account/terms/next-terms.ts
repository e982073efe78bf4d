import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { type SettingChanges, type TermsChanges, withNextTerms } from "#contract/next-terms.ts";
import type { SectionText } from "#contract/page-sections.ts";
import type { SiteChange } from "#contract/staff-sites.ts";
import { type getComingTerms, type nextTerms, termsNoticeDays } from "#contract/terms.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { findOwnTexts, isSettingKey } from "#server/features/sites/index.ts";
import { deleteUpdates } from "#server/features/updates/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Services } from "#server/services.ts";
import { keepsPromise, promisedKeys, type SettingKey, settingDefinitions } from "#server/site-settings.ts";
import {
  countMailed,
  deleteNext,
  findMailed,
  findNext,
  insertDraft,
  lockNext,
  saveDraft,
  setAnnounced,
} from "./store.ts";

const daysAfter = (moment: Date, days: number) => dayOf(new Date(moment.getTime() + days * dayMs));

/** The first day that terms announced now may apply from: a day more than promised, in which the mails go out. */
const earliestDay = (now: Date) => daysAfter(now, termsNoticeDays + 1);

/** No later than this: members forget what they were told a year ago. */
const latestDay = (now: Date) => daysAfter(now, 366);

/** The day from which announced terms apply: every member has the promised time, also if the mails went out late. */
export function appliesFrom({ applies_on: day, mailed_at: mailed }: { applies_on: string; mailed_at: Date | null }) {
  const promised = mailed === null ? day : daysAfter(mailed, termsNoticeDays);
  return promised > day ? promised : day;
}

/** `labelOf`: the name of a setting in words. */
export async function showNextTerms(
  db: Db,
  siteId: number,
  labelOf: (key: string) => string,
): Promise<z.output<typeof nextTerms> | null> {
  const next = await findNext(db, siteId);
  if (!next) return null;
  const { id, texts, applies_on: day } = next;
  const settings = Object.entries(next.settings).map(([name, value]) => ({ name, label: labelOf(name), value }));
  if (day === null) return { id, texts, settings, applies_on: null, mailed: 0, members: 0 };
  return {
    id,
    texts,
    settings,
    applies_on: appliesFrom({ ...next, applies_on: day }),
    ...(await countMailed(db, next)),
  };
}

type Draft = { siteId: number; language: Language; section: string; before?: SectionText; after?: SectionText };

/** Words a section of the next terms, in a transaction; a missing text is the built-in one. */
export async function draftTerms(db: AnyTrx, { siteId, language, section, before, after }: Draft): Promise<void> {
  await insertDraft(db, siteId);
  const next = await lockNext(db, siteId);
  // another worker has put them in force in this moment
  if (!next) throw fail("site_changed");
  if (next.announced_at !== null) throw fail("terms_announced");
  const key = `${language}.${section}`;
  const inForce = (await findOwnTexts(db, siteId)).pages[`terms.${key}`];
  const currentSection = Object.hasOwn(next.texts, key) ? (next.texts[key] ?? undefined) : inForce;
  if (!isDeepStrictEqual(currentSection, before)) throw fail("site_changed");
  const texts: TermsChanges = Object.fromEntries([
    ...Object.entries(next.texts).filter(([other]) => other !== key),
    ...(isDeepStrictEqual(after, inForce) ? [] : [[key, after ?? null] as const]),
  ]);
  await saveDraft(db, { ...next, texts });
}

type SettingDraft = { siteId: number; changes: readonly SiteChange[]; saved: Readonly<Record<string, unknown>> };

/**
 * Drafts, in a transaction, those changes of settings that take away what the terms promise; returns the others. A
 * setting that a draft changes is changed there; an announced one can't be. `saved`: the site's own values.
 */
export async function draftSettings(db: AnyTrx, { siteId, changes, saved }: SettingDraft): Promise<SiteChange[]> {
  const isPromised = ({ name }: SiteChange) => promisedKeys.some((key) => key === name);
  if (!changes.some(isPromised)) return [...changes];
  await insertDraft(db, siteId);
  const next = await lockNext(db, siteId);
  if (!next) throw fail("site_changed");
  const drafted = new Map<string, unknown>(Object.entries(next.settings));
  const atOnce: SiteChange[] = [];
  for (const change of changes) {
    const { name, before, after } = change;
    const waits = drafted.has(name) || (isSettingKey(name) && !keepsPromise(name, saved[name], after));
    if (waits && next.announced_at !== null) throw fail("terms_announced");
    const seen = drafted.has(name) ? (drafted.get(name) ?? undefined) : saved[name];
    if (waits && !isDeepStrictEqual(seen, before))
      throw fail("site_changed", { fields: { [name]: "changed_meanwhile" } });
    if (!waits || !isSettingKey(name)) atOnce.push(change);
    else if (keepsPromise(name, saved[name], after)) {
      drafted.delete(name);
      if (!isDeepStrictEqual(saved[name], after))
        atOnce.push({ ...change, before: saved[name] as SiteChange["before"] });
    } else drafted.set(name, after ?? null);
  }
  // every value has been validated by its schema
  await saveDraft(db, { ...next, settings: Object.fromEntries(drafted) as SettingChanges });
  return atOnce;
}

type Announcement = { siteId: number; id: string; appliesOn: string; asks: boolean; staffId: string; now: Date };

export async function announceTerms(
  db: AnyTrx,
  { siteId, id, appliesOn, asks, staffId, now }: Announcement,
): Promise<void> {
  const next = await lockNext(db, siteId);
  if (next?.id !== id) throw fail("staff_item_gone");
  if (next.announced_at !== null) throw fail("terms_announced");
  if (appliesOn < earliestDay(now)) throw failFields({ applies_on: "notice_too_short" });
  if (appliesOn > latestDay(now)) throw failFields({ applies_on: "invalid" });
  await setAnnounced(db, id, { staffId, appliesOn, asks, now });
}

/** Takes announced terms back, with their mails that still wait and their entries under members' updates. */
export async function withdrawTerms(
  { db, services }: { db: AnyTrx; services: Pick<Services, "jobs"> },
  { siteId, id }: { siteId: number; id: string },
): Promise<void> {
  const next = await lockNext(db, siteId);
  if (next?.id !== id) throw fail("staff_item_gone");
  if (next.announced_at !== null) {
    const members = await findMailed(db, id);
    await deleteUpdates(db, { members, kind: "terms_change", since: next.announced_at });
  }
  await deleteNext(db, id);
  await services.jobs.deleteNaming(db, [id]);
}

/** The values of settings that change, the defaults included. */
export const settingsFrom = (changes: SettingChanges) =>
  Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [key, value ?? settingDefinitions[key as SettingKey].default]),
  ) as Record<string, NonNullable<SettingChanges[string]>>;

type Coming = z.output<typeof getComingTerms.answer>["coming"];

export async function showComingTerms(db: Db, siteId: number, language: Language): Promise<Coming> {
  const next = await findNext(db, siteId);
  if (!next?.announced_at || next.applies_on === null) return null;
  const texts = withNextTerms((await findOwnTexts(db, siteId)).pages, next.texts);
  const prefix = `${language}.`;
  return {
    applies_on: appliesFrom({ ...next, applies_on: next.applies_on }),
    sections: Object.entries(texts)
      .filter(([key]) => key.startsWith(`terms.${prefix}`))
      .map(([key, text]) => ({ section: key.slice(`terms.${prefix}`.length), ...text }))
      .sort((a, b) => (a.section < b.section ? -1 : 1)),
    settings: settingsFrom(next.settings),
  };
}
