import * as contract from "#contract/staff-members.ts";
import { handleLogged, handleRead } from "#server/features/staff/index.ts";
import type { Handler } from "#server/http/handle.ts";
import { addNote, restore, sanction } from "./act-on-member.ts";
import { changeCredits } from "./change-credits.ts";
import { findMembers, hashSearch } from "./find-members.ts";
import { refundByStaff } from "./refund-by-staff.ts";
import { revealFields } from "./reveal-fields.ts";
import { showFile } from "./show-file.ts";

export const staffMembersRoutes: Handler[] = [
  handleRead(contract.findMembers, async ({ db, services }, { body }) => {
    const members = await findMembers(db, body.text);
    const subject = `search:${hashSearch(services.config.secret, body.text)}`;
    return { answer: { members }, log: { action: "members_searched", subject, detail: { found: members.length } } };
  }),
  handleRead(contract.getMemberFile, async (ctx, { query: { id } }) => ({
    answer: await showFile(ctx, id),
    log: { action: "file_opened", memberId: id },
  })),
  handleLogged(contract.revealFields, (ctx, { body }) => revealFields(ctx, body)),
  handleLogged(contract.sanctionMember, (ctx, { body }) => sanction(ctx, body)),
  handleLogged(contract.restoreMember, (ctx, { body }) => restore(ctx, body)),
  handleLogged(contract.addNote, (ctx, { body }) => addNote(ctx, body)),
  handleLogged(contract.changeCredits, (ctx, { body }) => changeCredits(ctx, body)),
  handleLogged(contract.refundPayment, (ctx, { body }) => refundByStaff(ctx, body)),
];
