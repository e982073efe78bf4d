import * as contract from "#contract/complaints.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { receiveComplaint } from "./receive-complaint.ts";
import { showComplaint } from "./rules.ts";
import { findComplaintsOf } from "./store.ts";

export const complaintsRoutes: Handler[] = [
  handle(contract.getComplaints, async ({ db, viewer }) => ({
    complaints: (await findComplaintsOf(db, viewer.memberId, contract.complaintsShown)).map(showComplaint),
  })),
  handle(contract.sendComplaint, (ctx, { body }) => receiveComplaint(ctx, "complaint", body)),
  handle(contract.requestBan, (ctx, { body }) => receiveComplaint(ctx, "ban", body)),
];
