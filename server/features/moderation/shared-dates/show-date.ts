import { helplineOf } from "#contract/helplines.ts";
import type { FriendsDate, SharedDate } from "#contract/shared-dates.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, MemberContext } from "#server/http/handle.ts";
import { readSignedPath, signedPath } from "#server/signed-pages.ts";
import { laterAt, stateOf, toLocal } from "./rules.ts";
import { findByLink, findSharedDates } from "./shared-dates-store.ts";

type Row = Awaited<ReturnType<typeof findSharedDates>>[number];

/** What the member and the friend see alike. */
function toPlan(row: Row, now: Date) {
  const { time_zone, place, note, friend, starts_at, remind_at, fine_at, ends_at } = row;
  return {
    state: stateOf(row, now),
    time_zone,
    starts_at: starts_at.toISOString(),
    fine_by: remind_at.toISOString(),
    fine_at: fine_at?.toISOString() ?? null,
    ends_at: ends_at.toISOString(),
    place,
    note,
    friend,
  };
}

/** The times as they stand in the form. */
function toTyped({ time_zone, starts_at, remind_at }: Row) {
  return { ...toLocal(time_zone, starts_at), fine_by: toLocal(time_zone, remind_at).time };
}

export async function listSharedDates({ db, services, viewer, now }: MemberContext): Promise<SharedDate[]> {
  const rows = await findSharedDates(db, viewer.memberId, now);
  return rows.map((row) => ({
    ...toPlan(row, now),
    id: row.id,
    member: row.other_id,
    name: row.other_name,
    typed: toTyped(row),
    link: signedPath(services.config, "shared-date", row.link_id),
    later_at: laterAt(row, now)?.toISOString() ?? null,
  }));
}

/** A date by its link. One that has ended, was ended, or has another link by now can't be told from a wrong link. */
export async function openSharedDate({ db, services, site, now }: Context, token: string): Promise<FriendsDate> {
  const linkId = readSignedPath(services.config, "shared-date", token);
  const row = linkId === undefined ? undefined : await findByLink(db, site.id, linkId, now);
  if (!row) throw fail("link_invalid");
  return {
    ...toPlan(row, now),
    sharer: row.sharer,
    name: row.other_name,
    profile: row.other_id,
    emergency: (row.country && helplineOf(row.country)?.emergency) || null,
  };
}
