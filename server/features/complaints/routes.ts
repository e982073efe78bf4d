import * as contract from "#contract/complaints.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { receiveComplaint } from "./receive-complaint.ts";

export const complaintsRoutes: Handler[] = [
  handle(contract.sendComplaint, (ctx, { body }) => receiveComplaint(ctx, "complaint", body)),
  handle(contract.requestBan, (ctx, { body }) => receiveComplaint(ctx, "ban", body)),
];
