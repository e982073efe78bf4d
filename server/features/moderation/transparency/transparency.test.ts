import { randomUUID } from "node:crypto";
import { decisionKinds } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { reportReasons } from "#contract/moderation.ts";
import { getTransparency, smallestPublished, type Tally } from "#contract/transparency.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { test as base, expect } from "#server/test.ts";

const begin = Date.parse("2025-06-01T00:00:00Z");

/** 200 reports and decisions of a year and a half, on two sites; the later ones are open and without objection. */
const test = base.extend("planted", { scope: "file" }, async ({ services, siteIds, member }) => {
  const [anna, ben] = [await member(), await member()];
  const [here = 0, elsewhere = 0] = siteIds;
  const { db } = services;
  const reports = Array.from({ length: 200 }, (_, index) => {
    const created = new Date(begin + index * 2.6 * dayMs);
    const closed = index < 195 ? new Date(created.getTime() + ((index * 7919) % 200_000) * 1000) : null;
    return {
      site_id: index % 5 === 0 ? elsewhere : here,
      reporter_id: anna.id,
      reported_id: ben.id,
      about: "profile",
      about_id: randomUUID(),
      // few of the last reason
      reason: reportReasons[index % 37 === 0 ? 5 : index % 5] ?? "other",
      created_at: created,
      changed_at: created,
      status: closed ? "closed" : "open",
      closed_at: closed,
    };
  });
  for (const report of reports) {
    const { id } = await db
      .insertInto("reports")
      .values({ ...report, status: "open", closed_at: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { status, closed_at } = report;
    if (closed_at) await db.updateTable("reports").set({ status, closed_at }).where("id", "=", id).execute();
  }
  const statements = reports.map(({ site_id, created_at }, index) => ({
    site_id,
    member_id: ben.id,
    decision_id: randomUUID(),
    side: index % 3 === 0 ? "reporter" : "owner",
    decision: index % 16 === 0 ? "photo_refused" : (decisionKinds[index % 41 === 0 ? 6 : index % 4] ?? "warned"),
    source: (["notice", "own_initiative", "program", null] as const)[index % 4] ?? null,
    created_at,
    objected_at: index % 4 === 0 ? new Date(created_at.getTime() + dayMs) : null,
    objection: index % 4 === 0 ? "No." : null,
    answered_at: index % 8 === 0 ? new Date(created_at.getTime() + 3 * dayMs) : null,
    upheld: index % 8 === 0 ? index % 24 === 0 : null,
    answer: index % 8 === 0 ? "Still." : null,
  }));
  for (const { objected_at, objection, answered_at, upheld, answer, ...statement } of statements) {
    const { id } = await db.insertInto("statements").values(statement).returning("id").executeTakeFirstOrThrow();
    const one = db.updateTable("statements").where("id", "=", id);
    if (objected_at) await one.set({ objected_at, objection }).execute();
    if (answered_at) await one.set({ answered_at, upheld, answer }).execute();
  }
  const notices = Array.from({ length: 12 }, (_, index) => ({
    site_id: index % 2 === 0 ? here : elsewhere,
    created_at: new Date(begin + index * 10 * dayMs),
    ...{ name: "Noor", email: "noor@example.org", language: "en", place: "there", reason: "scam", text: "Fraud" },
    mailed: true,
  }));
  await db.insertInto("content_notices").values(notices).execute();
  return { anna, ben, reports, statements, notices, here };
});

const within = (year: number) => (at: Date | null) =>
  at !== null && at.getUTCFullYear() === year && at < new Date("2026-11-01T00:00:00Z");

/** Counted plainly: each kind that is large enough has its number, and the rest adds up. */
function expectTally({ total, rows, rest }: Tally, kinds: readonly string[]) {
  const plain = new Map<string, number>();
  for (const kind of kinds) plain.set(kind, (plain.get(kind) ?? 0) + 1);
  expect(total).toBe(kinds.length);
  for (const { kind, count } of rows) expect(count, kind).toBe(plain.get(kind));
  for (const [kind, count] of plain) {
    if (count < smallestPublished) expect(rows.map((row) => row.kind)).not.toContain(kind);
  }
  expect(rows.reduce((sum, { count }) => sum + count, rest)).toBe(total);
  expect(rest === 0 || rest >= smallestPublished).toBe(true);
}

test("D11.2 the numbers of a year equal plain counts of its reports, decisions and objections, on this site alone", async ({
  client,
  planted: { reports, statements, notices, here },
}) => {
  for (const year of [2025, 2026]) {
    const { years, numbers } = (await client.call(getTransparency, { query: { year } })).body;
    expect(years).toEqual([2026, 2025]);
    expect([numbers.year, numbers.until]).toEqual([year, year === 2025 ? "2025-12-31" : "2026-10-31"]);
    const isIn = within(year);
    const own = reports.filter(({ site_id }) => site_id === here);
    const received = own.filter(({ created_at }) => isIn(created_at));
    expect(received.length).toBeGreaterThan(50);
    expectTally(
      numbers.reports,
      received.map(({ reason }) => reason),
    );
    const seconds = own
      .filter(({ closed_at }) => isIn(closed_at))
      .map(({ created_at, closed_at }) => (Number(closed_at) - Number(created_at)) / 1000)
      .sort((one, other) => one - other);
    const middle = seconds.slice((seconds.length - 1) / 2, seconds.length / 2 + 1);
    expect(numbers.closed.total).toBe(seconds.length);
    expect(numbers.closed.median_seconds).toBe(middle.reduce((sum, each) => sum + each, 0) / middle.length);
    const ownStatements = statements.filter(({ site_id }) => site_id === here);
    const decided = ownStatements.filter(({ side, created_at }) => side === "owner" && isIn(created_at));
    expectTally(
      numbers.decisions,
      decided.map(({ decision }) => decision),
    );
    expect(numbers.objections.total).toBe(ownStatements.filter((row) => isIn(row.objected_at)).length);
    const answered = ownStatements.filter((row) => isIn(row.answered_at));
    expectTally(
      numbers.answered,
      answered.map(({ upheld }) => (upheld ? "upheld" : "rejected")),
    );
    // article 15(1): how the team came to know, notices by anyone, the time of appeals, and how right programs were
    expectTally(
      numbers.sources,
      decided.flatMap(({ source }) => source ?? []),
    );
    expect(numbers.answered_median_seconds).toBe(2 * 86_400);
    const byProgram = answered.filter(({ decision }) => decision === "photo_refused");
    const ended = byProgram.map(({ upheld }) => (upheld ? "upheld" : "rejected"));
    if (ended.length >= smallestPublished) expectTally(numbers.programs, ended);
    else expect(numbers.programs).toEqual({ total: ended.length === 0 ? 0 : null, rows: [], rest: 0 });
    const noticed = notices.filter(({ site_id, created_at }) => site_id === here && isIn(created_at)).length;
    expect(numbers.notices.total).toBe(noticed);
  }
});

test("D11.2 the numbers stay true when reports are purged and their members erased", async ({
  client,
  services,
  planted: { anna, ben },
}) => {
  const numbersNow = async () => (await client.call(getTransparency, { query: { year: 2025 } })).body.numbers;
  const before = await numbersNow();
  services.clock.advance(3_600_001);
  await purgeOldRows.run(services, {});
  const { db } = services;
  await db.deleteFrom("accounts").where("id", "in", [anna.id, ben.id]).execute();
  const left = await db.selectFrom("statements").select("id").where("member_id", "=", ben.id).execute();
  expect(left).toEqual([]);
  expect(await numbersNow()).toEqual(before);
});

test("D11.2 the CSV has the same numbers, and a year without numbers is refused", async ({ client, app, planted }) => {
  expect(planted.reports.length).toBe(200);
  const { numbers } = (await client.call(getTransparency, { query: { year: 2025 } })).body;
  const load = (year: string) => app.inject({ url: `/transparency.csv?year=${year}`, headers: { host: "localhost" } });
  const answer = await load("2025");
  expect(answer.headers["content-type"]).toContain("text/csv");
  const lines = answer.body.trim().split("\r\n");
  expect(lines[0]).toBe("year,until,what,kind,count");
  expect(lines).toContain(`2025,2025-12-31,reports,total,${numbers.reports.total}`);
  for (const { kind, count } of numbers.decisions.rows) {
    expect(lines).toContain(`2025,2025-12-31,decisions,${kind},${count}`);
  }
  for (const year of ["1999", "2027", "x", "1e9"]) expect((await load(year)).statusCode, year).toBe(404);
  for (const year of [1999, 2027, -1]) {
    const refused = await client.call(getTransparency, { query: { year } });
    expect([refused.status, refused.body.error?.code], String(year)).toEqual([400, "invalid_input"]);
  }
});
