import * as closing from "#contract/closing.ts";
import * as fictionalContract from "#contract/fictional-profiles.ts";
import * as newSites from "#contract/new-sites.ts";
import { setSitePicture } from "#contract/site-picture.ts";
import { getStaffWords } from "#contract/site-words.ts";
import * as contract from "#contract/staff-sites.ts";
import { failFields } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { handleAndShow, handleDone, handleLogged, handleWithOwnLog } from "../staff/audit.ts";
import { changeByStaff } from "./change-by-staff.ts";
import { chooseSite } from "./choose-site.ts";
import { proposeRemoval, showClosing } from "./closing.ts";
import { addCodeByStaff, showCodes, switchCodeByStaff } from "./codes.ts";
import {
  addFictional,
  addPhotoByStaff,
  changeFictional,
  orderPhotosByStaff,
  removePhotoByStaff,
  showFictional,
} from "./fictional.ts";
import { createByStaff, showNewSite, showStart } from "./new-site.ts";
import { announceByStaff, changePage, showPages, withdrawByStaff } from "./page-texts.ts";
import { setPictureByStaff } from "./picture.ts";
import { reverseChange, showChanges, showSite } from "./show-site.ts";
import { showWords } from "./words.ts";

export const staffSitesRoutes: Handler[] = [
  handle(contract.getStaffSite, (ctx, { query }) => showSite(ctx, query.site)),
  handleLogged(contract.changeStaffSite, async (ctx, { body }) => {
    await chooseSite(ctx, body.site);
    // a page's text has a call of its own, which asks for a confirmation
    const page = body.changes.find(({ name }) => name.startsWith("pages."));
    if (page) throw failFields({ [page.name]: "unknown_option" });
    const log = await changeByStaff(ctx, { key: body.site, changes: body.changes, alsoOn: body.also_on });
    return { answer: await showSite(ctx, body.site), log };
  }),
  handle(newSites.getNewSite, (ctx) => showNewSite(ctx)),
  handleLogged(newSites.createStaffSite, async (ctx, { body }) => {
    return { log: await createByStaff(ctx, body), answer: { key: body.key } };
  }),
  handle(newSites.getSiteStart, (ctx, { query }) => showStart(ctx, query.site)),
  handleWithOwnLog(setSitePicture, async (ctx, { body }, log) => {
    await setPictureByStaff(ctx, body, log);
    return await showSite(ctx, body.site);
  }),
  handle(getStaffWords, (ctx, { query }) => showWords(ctx, query)),
  handle(contract.getStaffPages, (ctx, { query }) => showPages(ctx, query)),
  handleAndShow(contract.changePageText, changePage, showPages),
  handleAndShow(contract.announceTerms, announceByStaff, showPages),
  handleAndShow(contract.withdrawTerms, withdrawByStaff, showPages),
  handle(closing.getClosing, (ctx, { query }) => showClosing(ctx, query)),
  handleAndShow(closing.removeSite, proposeRemoval, showClosing),
  handle(contract.getSiteChanges, (ctx, { query }) => showChanges(ctx, query)),
  handleDone(contract.undoSiteChange, async (ctx, body) => {
    const change = { key: body.site, changes: await reverseChange(ctx, body), alsoOn: body.also_on, undoes: body.id };
    return await changeByStaff(ctx, change);
  }),
  handle(contract.getStaffCodes, (ctx, { query }) => showCodes(ctx, query)),
  handleAndShow(contract.addStaffCode, addCodeByStaff, showCodes),
  handleAndShow(contract.switchStaffCode, switchCodeByStaff, showCodes),
  handle(fictionalContract.getFictionalProfiles, (ctx, { query }) => showFictional(ctx, query)),
  handleAndShow(fictionalContract.addFictionalProfile, addFictional, showFictional),
  handleAndShow(fictionalContract.editFictionalProfile, changeFictional, showFictional),
  handleWithOwnLog(fictionalContract.addFictionalPhoto, async (ctx, { body }, log) => {
    await addPhotoByStaff(ctx, body, log);
    return await showFictional(ctx, body);
  }),
  handleAndShow(fictionalContract.orderFictionalPhotos, orderPhotosByStaff, showFictional),
  handleAndShow(fictionalContract.removeFictionalPhoto, removePhotoByStaff, showFictional),
];
