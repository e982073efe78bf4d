import type { Db } from "#server/db/pool.ts";
import { type DataOwner, type MemberData, partTable, type Row } from "#server/member-data.ts";
import { findAllGifts } from "./store.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  {
    part: "gifts",
    tables: [partTable({ table: "gifts" })],
    read: readGifts,
    memberIdColumns: ["with_id"],
  },
];

/** A member's gifts, given and received. */
async function readGifts(db: Db, { memberId }: DataOwner): Promise<Row[]> {
  const rows = await findAllGifts(db, memberId);
  return rows.map(({ message_id, gift, opened_at, recipient_id, author_id, created_at }) => {
    const given = author_id === memberId;
    const with_id = given ? recipient_id : author_id;
    return { message_id, with_id, from_you: given, gift, given_at: created_at, opened_at };
  });
}
