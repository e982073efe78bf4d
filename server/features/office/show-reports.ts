import type { z } from "zod";
import type { DecisionKind, Ground } from "#contract/decisions.ts";
import type { ReportReason, ReportSubject } from "#contract/moderation.ts";
import type { queuedReports } from "#contract/office.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import type { ChatLine } from "#server/features/chat/index.ts";
import { countReportOutcomes, findAllStatements, findInForce } from "#server/features/decisions/index.ts";
import { showReports } from "#server/features/moderation/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { findReportedMembers } from "./case-store.ts";
import { filePath } from "./serve-files.ts";

type Item = Omit<z.input<typeof queuedReports>, "since">;
type Row = Awaited<ReturnType<typeof showReports>>[number];

/** How many earlier decisions about a member staff see beside reports. */
const decisionsShown = 10;

const iso = (time: Date | null) => time?.toISOString() ?? null;

async function earlierDecisions(db: Db, memberId: string, now: Date): Promise<Item["decisions"]> {
  const [statements, standing] = await Promise.all([
    findAllStatements(db, memberId, decisionsShown),
    findInForce(db, memberId, now),
  ]);
  return statements.map((row) => ({
    id: row.id,
    decision: row.decision as DecisionKind,
    ground: row.ground as Ground | null,
    at: row.created_at.toISOString(),
    until: iso(row.until),
    in_force: standing.some(({ id }) => id === row.id),
  }));
}

/** The open reports about each of these members, with what staff need to decide on all of them (D11.2). */
export async function showReportItems(db: Db, ids: readonly string[], { now }: StaffContext): Promise<Item[]> {
  const rows = Map.groupBy(await showReports(db, ids), ({ item }) => item);
  const reporters = [...rows.values()].flat().flatMap(({ reporter_id: id }) => id ?? []);
  const [members, outcomes] = await Promise.all([findReportedMembers(db, ids), countReportOutcomes(db, reporters)]);
  const outcomeOf = (id: string) =>
    outcomes.find(({ member_id: member }) => member === id) ?? { decided: 0, upheld: 0 };
  const showReport = (row: Row): Item["reports"][number] => ({
    id: row.id,
    about: row.about as ReportSubject,
    reason: row.reason as ReportReason,
    at: row.created_at.toISOString(),
    text: row.text,
    message: (row.evidence as ChatLine | null)?.text ?? null,
    image: row.about === "photo" ? filePath("report", row.id) : null,
    has_chat: row.about === "chat" || row.chat_copied,
    reporter:
      row.reporter_id === null
        ? null
        : {
            id: row.reporter_id,
            name: row.reporter ?? "",
            fictional: row.reporter_fictional === true,
            decided: outcomeOf(row.reporter_id).decided,
            upheld: outcomeOf(row.reporter_id).upheld,
          },
  });
  return await Promise.all(
    [...rows].map(async ([id, reports]): Promise<Item> => {
      const member = members.find(({ member_id }) => member_id === id);
      const shared = { id, site: reports[0]?.site ?? "", reports: reports.map(showReport) };
      if (!member) return { ...shared, member: null, about: null, decisions: [] };
      const { muted_until: muted } = member;
      return {
        ...shared,
        member: { id, name: member.name, fictional: member.fictional },
        about: {
          age: ageAt(member.date_of_birth, now),
          photo: member.photo_id && filePath("profile", member.photo_id),
          about_me: member.about_me,
          status: member.status,
          joined: member.created_at.toISOString(),
          muted_until: muted !== null && muted > now ? iso(muted) : null,
          suspended_until: iso(member.suspended_until),
        },
        decisions: await earlierDecisions(db, id, now),
      };
    }),
  );
}
