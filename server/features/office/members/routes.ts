import { dayMs } from "#contract/durations.ts";
import { fraudWarningDays } from "#contract/fraud-warnings.ts";
import * as contract from "#contract/staff-members.ts";
import { liftDebitBlock } from "#contract/staff-payments.ts";
import { countContacts } from "#server/features/chat/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { sayOfLookAlikes } from "../look-alikes-store.ts";
import { countEndedByBan } from "../queue-store.ts";
import { listSitesOf } from "../sites/choose-site.ts";
import { handleDone, handleLogged, handleRead } from "../staff/audit.ts";
import {
  addNote,
  deleteMember,
  deleteNote,
  liftDebits,
  noteAuthority,
  removeMemberPhoto,
  restoreByStaff,
  sanction,
  sanctionAll,
  takeBackPicture,
  write,
} from "./act-on-member.ts";
import { changeCredits } from "./change-credits.ts";
import { countOpenReports } from "./file-store.ts";
import { countriesOf, describeSearch, findMembers } from "./find-members.ts";
import { refundByStaff } from "./refund-by-staff.ts";
import { revealFields, showFile } from "./show-file.ts";

export const staffMembersRoutes: Handler[] = [
  handleRead(contract.findMembers, async ({ db, services, staff, now }, { body }) => {
    const answer = await findMembers(db, services.config, body, staff, now);
    return { answer, log: describeSearch(services.config.secret, body, answer.members.length) };
  }),
  handle(contract.getMemberFilters, async ({ db, staff }) => ({
    countries: countriesOf(await listSitesOf(db, staff.sites)),
  })),
  handleRead(contract.getMemberFile, async (ctx, { query: { id } }) => ({
    answer: await showFile(ctx, id),
    log: { action: "file_opened", memberId: id },
  })),
  handleLogged(contract.revealFields, (ctx, { body }) => revealFields(ctx, body)),
  handle(contract.getBanEffects, async ({ db, services, staff, now }, { query: { members } }) => {
    const since = new Date(now.getTime() - fraudWarningDays * dayMs);
    const counted = await countContacts(db, members, since);
    const unspent = await Promise.all(members.map((id) => services.hooks.findUnspent(db, id)));
    const ends = await countEndedByBan(db, members, staff, now);
    return { ...counted, unspent: unspent.flat(), ends, reports: await countOpenReports(db, members) };
  }),
  handleLogged(contract.sanctionMember, (ctx, { body }) => sanction(ctx, body)),
  handleLogged(contract.sanctionMembers, (ctx, { body }) => sanctionAll(ctx, body)),
  handleDone(contract.noteAuthority, noteAuthority),
  handleDone(contract.restoreMember, restoreByStaff),
  handleDone(contract.removeMemberPhoto, removeMemberPhoto),
  handleLogged(contract.deleteMember, (ctx, { body }) => deleteMember(ctx, body)),
  handleDone(contract.takeBackPicture, takeBackPicture),
  handleDone(contract.clearLookAlike, sayOfLookAlikes),
  handleDone(contract.addNote, addNote),
  handleDone(contract.deleteNote, deleteNote),
  handleDone(contract.writeToMember, write),
  handleLogged(contract.changeCredits, (ctx, { body }) => changeCredits(ctx, body)),
  handleDone(liftDebitBlock, liftDebits),
  handleLogged(contract.refundPayment, (ctx, { body }) => refundByStaff(ctx, body)),
];
