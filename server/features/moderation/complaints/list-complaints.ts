import type { Complaint } from "#contract/complaints.ts";
import type { Db } from "#server/db/pool.ts";
import { readNumber, showComplaint, showMessage, showToStaff } from "./rules.ts";
import {
  type ComplaintSearch,
  findBy,
  findComplaintMessages,
  findComplaintsAbout,
  findComplaintsOf,
  findEarlier,
} from "./store.ts";

const earlierShown = 5;

async function messagesOf(db: Db, rows: readonly { id: string }[]) {
  const messages = Map.groupBy(
    await findComplaintMessages(
      db,
      rows.map(({ id }) => id),
    ),
    ({ complaint_id: id }) => id,
  );
  return (id: string) => messages.get(id) ?? [];
}

export async function listOwnComplaints(db: Db, memberId: string, limit: number, now: Date): Promise<Complaint[]> {
  const rows = await findComplaintsOf(db, memberId, limit);
  const of = await messagesOf(db, rows);
  return rows.map((row) => showComplaint(row, of(row.id), now));
}

/** A member's complaints as staff see them, with those that name the confirmed address without a login. */
export async function listComplaints(db: Db, memberId: string, limit: number, now: Date) {
  const rows = await findComplaintsAbout(db, memberId, limit);
  const of = await messagesOf(db, rows);
  return rows.map((row) => showToStaff(row, of(row.id), now));
}

/** Finds for each of these complaints the latest ones before it, of the same member or address. */
export async function listEarlierComplaints(db: Db, ids: readonly string[], now: Date) {
  const complaints = await findEarlier(db, ids, earlierShown);
  const of = await messagesOf(db, complaints);
  const rows = Map.groupBy(complaints, ({ before }) => before);
  return (id: string) => (rows.get(id) ?? []).map((row) => showToStaff(row, of(row.id), now));
}

/** Finds for each of these complaints all that was written about it, the oldest first. */
export async function listThreads(db: Db, ids: readonly string[]) {
  const of = await messagesOf(
    db,
    ids.map((id) => ({ id })),
  );
  return (id: string) => of(id).map(showMessage);
}

/** The complaints that staff may mean by what they typed: a number, an address, or words; newest first. */
export async function findComplaints(
  db: Db,
  { limit, ...search }: Omit<ComplaintSearch, "number"> & { limit: number },
) {
  const rows = await findBy(db, { ...search, number: readNumber(search.text) }, limit);
  const of = await messagesOf(db, rows);
  return rows.map((row) => ({ row, shown: showToStaff(row, of(row.id), search.now) }));
}
