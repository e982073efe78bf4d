import * as contract from "#contract/staff-members.ts";
import { handleLogged } from "#server/features/staff/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { restore, sanction } from "./act-on-member.ts";
import { changeCredits } from "./change-credits.ts";
import { findMembers } from "./find-members.ts";
import { refundByStaff } from "./refund-by-staff.ts";
import { revealFields } from "./reveal-fields.ts";
import { showFile } from "./show-file.ts";

export const staffMembersRoutes: Handler[] = [
  handle(contract.findMembers, async ({ db }, { body }) => ({ members: await findMembers(db, body.text) })),
  handle(contract.getMemberFile, (ctx, { query }) => showFile(ctx, query.id)),
  handleLogged(contract.revealFields, (ctx, { body }) => revealFields(ctx, body)),
  handleLogged(contract.sanctionMember, (ctx, { body }) => sanction(ctx, body)),
  handleLogged(contract.restoreMember, (ctx, { body }) => restore(ctx, body)),
  handleLogged(contract.changeCredits, (ctx, { body }) => changeCredits(ctx, body)),
  handleLogged(contract.refundPayment, (ctx, { body }) => refundByStaff(ctx, body)),
];
