import * as fictionalContract from "#contract/fictional-profiles.ts";
import * as newSites from "#contract/new-sites.ts";
import * as contract from "#contract/staff-sites.ts";
import { failFields } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { handleLogged } from "../staff/audit.ts";
import { changeByStaff } from "./change-by-staff.ts";
import { chooseSite } from "./choose-site.ts";
import { addCodeByStaff, showCodes, switchCodeByStaff } from "./codes.ts";
import { addFictional, changeFictional, showFictional } from "./fictional.ts";
import { addPhotoByStaff, orderPhotosByStaff, removePhotoByStaff } from "./fictional-photos.ts";
import { createByStaff, showNewSite, showStart } from "./new-site.ts";
import { announceByStaff, changePage, showPages, withdrawByStaff } from "./page-texts.ts";
import { reverseChange, showChanges } from "./show-changes.ts";
import { showSite } from "./show-site.ts";

export const staffSitesRoutes: Handler[] = [
  handle(contract.getStaffSite, (ctx, { query }) => showSite(ctx, query.site)),
  handleLogged(contract.changeStaffSite, async (ctx, { body }) => {
    await chooseSite(ctx, body.site);
    // a page's text has a call of its own, which asks for a confirmation
    const page = body.changes.find(({ name }) => name.startsWith("pages."));
    if (page) throw failFields({ [page.name]: "unknown_option" });
    const log = await changeByStaff(ctx, body.site, body.changes);
    return { answer: await showSite(ctx, body.site), log };
  }),
  handle(newSites.getNewSite, (ctx) => showNewSite(ctx)),
  handleLogged(newSites.createStaffSite, async (ctx, { body }) => {
    return { log: await createByStaff(ctx, body), answer: { key: body.key } };
  }),
  handle(newSites.getSiteStart, (ctx, { query }) => showStart(ctx, query.site)),
  handle(contract.getStaffPages, (ctx, { query }) => showPages(ctx, query)),
  handleLogged(contract.changePageText, async (ctx, { body }) => {
    const log = await changePage(ctx, body);
    return { answer: await showPages(ctx, body), log };
  }),
  handleLogged(contract.announceTerms, async (ctx, { body }) => {
    const log = await announceByStaff(ctx, body);
    return { answer: await showPages(ctx, body), log };
  }),
  handleLogged(contract.withdrawTerms, async (ctx, { body }) => {
    const log = await withdrawByStaff(ctx, body);
    return { answer: await showPages(ctx, body), log };
  }),
  handle(contract.getSiteChanges, (ctx, { query }) => showChanges(ctx, query)),
  handleLogged(contract.undoSiteChange, async (ctx, { body }) => {
    const changes = await reverseChange(ctx, body);
    return { answer: { ok: true }, log: await changeByStaff(ctx, body.site, changes, body.id) };
  }),
  handle(contract.getStaffCodes, (ctx, { query }) => showCodes(ctx, query.site)),
  handleLogged(contract.addStaffCode, async (ctx, { body }) => {
    const log = await addCodeByStaff(ctx, body);
    return { answer: await showCodes(ctx, body.site), log };
  }),
  handleLogged(contract.switchStaffCode, async (ctx, { body }) => {
    const log = await switchCodeByStaff(ctx, body);
    return { answer: await showCodes(ctx, body.site), log };
  }),
  handle(fictionalContract.getFictionalProfiles, (ctx, { query }) => showFictional(ctx, query.site)),
  handleLogged(fictionalContract.addFictionalProfile, async (ctx, { body }) => {
    const memberId = await addFictional(ctx, body);
    return { answer: await showFictional(ctx, body.site), log: { action: "fictional_profile_added", memberId } };
  }),
  handleLogged(fictionalContract.editFictionalProfile, async (ctx, { body }) => {
    await changeFictional(ctx, body);
    const log = { action: "fictional_profile_changed", memberId: body.id };
    return { answer: await showFictional(ctx, body.site), log };
  }),
  handleLogged(fictionalContract.addFictionalPhoto, async (ctx, { body }) => {
    const photo = await addPhotoByStaff(ctx, body);
    const log = { action: "fictional_photo_added", memberId: body.id, subject: `photo:${photo}` };
    return { answer: await showFictional(ctx, body.site), log };
  }),
  handleLogged(fictionalContract.orderFictionalPhotos, async (ctx, { body }) => {
    await orderPhotosByStaff(ctx, body);
    const log = { action: "fictional_photos_ordered", memberId: body.id };
    return { answer: await showFictional(ctx, body.site), log };
  }),
  handleLogged(fictionalContract.removeFictionalPhoto, async (ctx, { body }) => {
    await removePhotoByStaff(ctx, body);
    const log = { action: "fictional_photo_removed", memberId: body.id, subject: `photo:${body.photo}` };
    return { answer: await showFictional(ctx, body.site), log };
  }),
];
