import * as contract from "#contract/complaints.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { confirmBanRequest, showBanRequest, undoBan } from "./change-ban-request.ts";
import { receiveBanRequest, receiveComplaint } from "./receive-complaint.ts";
import { showComplaint } from "./rules.ts";
import { findComplaintsOf } from "./store.ts";

export const complaintsRoutes: Handler[] = [
  handle(contract.getComplaints, async ({ db, viewer }) => ({
    complaints: (await findComplaintsOf(db, viewer.memberId, contract.complaintsShown)).map(showComplaint),
  })),
  handle(contract.sendComplaint, (ctx, { body }) => receiveComplaint(ctx, body)),
  handle(contract.requestBan, (ctx, { body }) => receiveBanRequest(ctx, body)),
  handle(contract.getBanRequest, (ctx, { query }) => showBanRequest(ctx, query.token)),
  handle(contract.changeBanRequest, (ctx, { body: { token, wanted } }) =>
    wanted ? confirmBanRequest(ctx, token) : undoBan(ctx, token),
  ),
];
