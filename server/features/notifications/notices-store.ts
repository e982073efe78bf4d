import { sql } from "kysely";
import type { NoticeKind, NotificationChannel } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import type { FreshNews, NoticeDefinition } from "#server/notice.ts";

/** An existing notice becomes due again; one that was sent only if its kind is sent again. Skips erased accounts. */
export async function insertNotices(
  db: Db,
  { kind, isSentAgain }: Pick<NoticeDefinition, "kind" | "isSentAgain">,
  notices: readonly FreshNews[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return;
  const column = <K extends keyof FreshNews>(name: K) => notices.map((notice) => notice[name]);
  await sql`
    insert into notices (member_id, kind, from_id, site_id, happened_at, due_at)
    select given.member_id, ${kind}, given.from_id, given.site_id, given.happened_at, ${now}
    from unnest(${column("memberId")}::uuid[], ${column("fromId")}::uuid[], ${column("siteId")}::smallint[],
        ${column("happenedAt")}::timestamptz[])
      as given (member_id, from_id, site_id, happened_at)
    join accounts receiver on receiver.id = given.member_id
    join accounts sender on sender.id = given.from_id
    on conflict (member_id, kind, from_id) do update
      set happened_at = excluded.happened_at, due_at = excluded.due_at
      where notices.happened_at < excluded.happened_at
        and (${isSentAgain} or (notices.mailed_at is null and notices.pushed_at is null))`.execute(db);
}

/** Records that messages are collected until now; returns the seconds since the last time, null the first time. */
export async function advanceCollectedAt(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    insert into notices_collected (at) values (clock_timestamp())
    on conflict (one) do update set at = excluded.at
    returning extract(epoch from new.at - old.at)::float8 as seconds`.execute(db);
  return rows[0]?.seconds ?? null;
}

export async function findDueMembers(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("notices")
    .select("member_id")
    .where("due_at", "<=", now)
    .groupBy("member_id")
    .orderBy((select) => select.fn.min("due_at"))
    .limit(limit)
    .execute();
  return rows.map((row) => row.member_id);
}

/** Locks a member's notices for this transaction; false if another worker has the lock. */
export async function lockNoticesOf(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`notices ${memberId}`}, 0)) as locked`.execute(db);
  return rows[0]?.locked === true;
}

export async function findNoticeReceiver(db: Db, memberId: string, now: Date) {
  return await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.member_id", "accounts.id")
    .select(["accounts.id", "accounts.site_id", "accounts.status", "accounts.name", "accounts.email"])
    .select("accounts.language")
    // a member with a visible page is active now, not until later
    .select(sql<Date>`least(profiles.last_active_at, ${now}::timestamptz)`.as("last_active_at"))
    .where("accounts.id", "=", memberId)
    .executeTakeFirst();
}

export type Receiver = NonNullable<Awaited<ReturnType<typeof findNoticeReceiver>>>;

const selectNotices = (db: Db, memberId: string) =>
  db
    .selectFrom("notices")
    .select(["kind", "from_id", "happened_at", "mailed_at", "pushed_at"])
    .$narrowType<{ kind: NoticeKind }>()
    .where("member_id", "=", memberId);

export async function findOpenNotices(db: Db, memberId: string) {
  return await selectNotices(db, memberId).where("due_at", "is not", null).orderBy("due_at").limit(100).execute();
}

/** A member's notices of what happened after a moment, newest first, whether they were sent or not. */
export async function findNoticesSince(db: Db, memberId: string, since: Date): Promise<OpenNotice[]> {
  const recent = selectNotices(db, memberId).where("happened_at", ">", since);
  return await recent.orderBy("happened_at", "desc").limit(300).execute();
}

export type OpenNotice = Awaited<ReturnType<typeof findOpenNotices>>[number];

export type Progress = { dueAt: Date | null; mailedAt: Date | null; pushedAt: Date | null };

/** Stores the progress of a member's notices; those without `dueAt` are settled. */
export async function updateNotices(
  db: Db,
  memberId: string,
  progress: ReadonlyMap<OpenNotice, Progress>,
): Promise<void> {
  const notices = [...progress.keys()];
  const states = [...progress.values()];
  await sql`
    update notices n set due_at = given.due_at, mailed_at = given.mailed_at, pushed_at = given.pushed_at
    from unnest(${notices.map((notice) => notice.kind)}::text[], ${notices.map((notice) => notice.from_id)}::uuid[],
        ${states.map((state) => state.dueAt)}::timestamptz[], ${states.map((state) => state.mailedAt)}::timestamptz[],
        ${states.map((state) => state.pushedAt)}::timestamptz[])
      as given (kind, from_id, due_at, mailed_at, pushed_at)
    where n.member_id = ${memberId} and n.kind = given.kind and n.from_id = given.from_id`.execute(db);
}

/** Postpones all open notices of a member, as after an error. */
export async function postponeNotices(db: Db, memberId: string, until: Date): Promise<void> {
  await db
    .updateTable("notices")
    .set({ due_at: until })
    .where("member_id", "=", memberId)
    .where("due_at", "is not", null)
    .execute();
}

export type SentNotice = { kind: NoticeKind; channel: NotificationChannel; at: Date };

export async function insertSent(db: Db, accountId: string, { kind, channel, at }: SentNotice): Promise<void> {
  await db.insertInto("notices_sent").values({ account_id: accountId, kind, channel, sent_at: at }).execute();
}

export async function findSentNotices(db: Db, accountId: string, from: Date): Promise<SentNotice[]> {
  return await db
    .selectFrom("notices_sent")
    .select(["kind", "channel", "sent_at as at"])
    .$narrowType<SentNotice>()
    .where("account_id", "=", accountId)
    .where("sent_at", ">", from)
    .execute();
}
