import * as contract from "#contract/staff-members.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listSitesOf } from "../sites/choose-site.ts";
import { handleLogged, handleRead } from "../staff/audit.ts";
import { addNote, deleteMember, restoreByStaff, sanction, sanctionAll } from "./act-on-member.ts";
import { changeCredits } from "./change-credits.ts";
import { describeSearch, findMembers } from "./find-members.ts";
import { refundByStaff } from "./refund-by-staff.ts";
import { revealFields, showFile } from "./show-file.ts";

export const staffMembersRoutes: Handler[] = [
  handleRead(contract.findMembers, async ({ db, services, staff }, { body }) => {
    const answer = await findMembers(db, body, staff);
    return { answer, log: describeSearch(services.config.secret, body, answer.members.length) };
  }),
  handle(contract.getMemberFilters, async ({ db, staff }) => {
    const sites = await listSitesOf(db, staff.sites);
    const countries = [...new Set(sites.flatMap(({ settings }) => settings.countries))].sort();
    return { sites: sites.map(({ key }) => key), countries };
  }),
  handleRead(contract.getMemberFile, async (ctx, { query: { id } }) => ({
    answer: await showFile(ctx, id),
    log: { action: "file_opened", memberId: id },
  })),
  handleLogged(contract.revealFields, (ctx, { body }) => revealFields(ctx, body)),
  handleLogged(contract.sanctionMember, (ctx, { body }) => sanction(ctx, body)),
  handleLogged(contract.sanctionMembers, (ctx, { body }) => sanctionAll(ctx, body)),
  handleLogged(contract.restoreMember, (ctx, { body }) => restoreByStaff(ctx, body)),
  handleLogged(contract.deleteMember, (ctx, { body }) => deleteMember(ctx, body)),
  handleLogged(contract.addNote, (ctx, { body }) => addNote(ctx, body)),
  handleLogged(contract.changeCredits, (ctx, { body }) => changeCredits(ctx, body)),
  handleLogged(contract.refundPayment, (ctx, { body }) => refundByStaff(ctx, body)),
];
