import * as contract from "#contract/partners.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { handleAndShow } from "../staff/audit.ts";
import {
  addNetworkByStaff,
  addPartnerByStaff,
  changeLinkByStaff,
  changePartnerByStaff,
  proposePayoutByStaff,
  setTermsByStaff,
} from "./change-partners.ts";
import { openPartnersPage, showPartner, showPartners } from "./show-partners.ts";

export const partnersRoutes: Handler[] = [
  handle(contract.getPartners, (ctx, { query }) => showPartners(ctx, query)),
  handle(contract.getPartner, (ctx, { query }) => showPartner(ctx, query)),
  handleAndShow(contract.addPartner, addPartnerByStaff, showPartners),
  handleAndShow(contract.changePartner, changePartnerByStaff, showPartner),
  handleAndShow(contract.setPartnerTerms, setTermsByStaff, showPartner),
  handleAndShow(contract.addPartnerNetwork, addNetworkByStaff, showPartner),
  handleAndShow(contract.changePartnerLink, changeLinkByStaff, showPartner),
  handle(contract.openPartnersPage, async (ctx, { query }) => ({ partner: await openPartnersPage(ctx, query.token) })),
  handleAndShow(contract.proposePayout, proposePayoutByStaff, showPartners),
];
