import { getAuditLog } from "#contract/audit-log.ts";
import { languages } from "#contract/constants.ts";
import * as contract from "#contract/staff.ts";
import {
  addPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
  requestPasskey,
  showPasskeys,
} from "#server/features/auth/index.ts";
import { type Handler, handle, type StaffContext } from "#server/http/handle.ts";
import { recordDone, recordFailure } from "#server/http/record-events.ts";
import { listSitesOf, nameSites } from "../sites/choose-site.ts";
import { handleAndShow, handleLogged } from "./audit.ts";
import { confirmLogin, loggedInLongAgo, logInStaff } from "./log-in-staff.ts";
import { closeStaffSession, findStaffSession } from "./sessions.ts";
import { beginSetup, findInvitation, finishSetup } from "./set-up-staff.ts";
import { showAuditLog } from "./show-audit-log.ts";
import { changeSites, showTeam } from "./show-team.ts";
import { findReads, findStaff, updateStaff } from "./staff-store.ts";

const ownerOf = ({ staff }: StaffContext) => ({ kind: "staff", id: staff.staffId }) as const;

const show = (ctx: StaffContext) => showPasskeys(ctx, ownerOf(ctx), loggedInLongAgo(ctx));

async function showLanguages({ db, staff }: Pick<StaffContext, "db" | "staff">) {
  const reads = await findReads(db, staff.staffId);
  return { languages: languages.filter((language) => reads.includes(language)) };
}

export const staffRoutes: Handler[] = [
  handle(getAuditLog, (ctx, { query }) => showAuditLog(ctx, query)),
  handle(contract.getStaff, async ({ services, request, now }) => {
    const session = await findStaffSession(services, request, now);
    if (!session) return { staff: null };
    const { member, sites } = session;
    const own = nameSites(await listSitesOf(services.db, sites));
    return { staff: { ...member, sites: own, everywhere: sites === null } };
  }),
  handle(contract.getTeam, showTeam),
  handleAndShow(contract.changeStaffSites, changeSites, showTeam),
  handle(contract.logInStaff, async (ctx, { body }) => {
    const attempt = { kind: "staff_login", lockout: "staff_lockout" } as const;
    const staff = await recordFailure(ctx, attempt, () => logInStaff(ctx, body));
    recordDone(ctx, "staff_login", staff.id);
    return { staff };
  }),
  handle(contract.logOutStaff, async ({ db, request, reply }) => {
    await closeStaffSession(db, request, reply);
    return { ok: true };
  }),
  handle(contract.getInvitation, async (ctx, { query }) => {
    const { email, name, role } = await findInvitation(ctx, query.token);
    return { staff: { email, name, role } };
  }),
  handle(contract.beginSetup, (ctx, { body }) => beginSetup(ctx, body)),
  handle(contract.finishSetup, async (ctx, { body }) => {
    const attempt = { kind: "staff_setup", lockout: "staff_lockout" } as const;
    const staff = await recordFailure(ctx, attempt, () => finishSetup(ctx, body));
    recordDone(ctx, "staff_setup", staff.id);
    return { staff };
  }),
  handle(contract.getStaffChallenge, async (ctx) => ({ options: await requestPasskey(ctx, "staff") })),
  handle(contract.getStaffPasskeys, show),
  handle(contract.getStaffLanguages, showLanguages),
  handleLogged(contract.setStaffLanguages, async (ctx, { body }) => {
    const reads = [...new Set(body.languages)];
    await updateStaff(ctx.db, ctx.staff.staffId, { reads });
    return {
      answer: await showLanguages(ctx),
      log: { action: "read_languages_set", detail: { languages: reads.join(" ") } },
    };
  }),
  handle(contract.offerStaffPasskey, async (ctx, { body }) => {
    await confirmLogin(ctx, body.password);
    const { email } = await findStaff(ctx.db, ctx.staff.staffId);
    return { options: await offerPasskey(ctx, ownerOf(ctx), email) };
  }),
  handleLogged(contract.addStaffPasskey, async (ctx, { body }) => {
    await addPasskey(ctx, ownerOf(ctx), body);
    recordDone(ctx, "passkey_added", ctx.staff.staffId);
    return { answer: await show(ctx), log: { action: "passkey_added" } };
  }),
  handleLogged(contract.renameStaffPasskey, async (ctx, { body }) => {
    await renamePasskey(ctx, ownerOf(ctx), body);
    return { answer: await show(ctx), log: { action: "passkey_renamed", subject: `passkey:${body.id}` } };
  }),
  handleLogged(contract.removeStaffPasskey, async (ctx, { body }) => {
    await removePasskey(ctx, ownerOf(ctx), body.id);
    recordDone(ctx, "passkey_removed", ctx.staff.staffId);
    return { answer: await show(ctx), log: { action: "passkey_removed", subject: `passkey:${body.id}` } };
  }),
];
