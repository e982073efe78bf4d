import * as contract from "#contract/complaints.ts";
import { fail } from "#server/http/fail.ts";
import { type Context, type Handler, handle } from "#server/http/handle.ts";
import { readSignedPath } from "#server/signed-pages.ts";
import { confirmBanRequest, showBanRequest, undoBan } from "./ban-requests.ts";
import { listOwnComplaints } from "./list-complaints.ts";
import { receiveBanRequest, receiveComplaint, replyToComplaint, showOwnComplaint } from "./receive-complaint.ts";

/** The complaint of a mailed link. */
function idOf({ services }: Context, token: string): string {
  const id = readSignedPath(services.config, "complaint", token);
  if (id === undefined) throw fail("complaint_not_found");
  return id;
}

export const complaintsRoutes: Handler[] = [
  handle(contract.getComplaints, async ({ db, viewer, now }) => ({
    complaints: await listOwnComplaints(db, viewer.memberId, contract.complaintsShown, now),
  })),
  handle(contract.replyToComplaint, async (ctx, { body }) => ({
    complaint: await replyToComplaint(ctx, ctx.viewer, body),
  })),
  handle(contract.getComplaintByLink, async (ctx, { query }) => ({
    complaint: await showOwnComplaint(ctx, { siteId: ctx.site.id }, idOf(ctx, query.token)),
  })),
  handle(contract.replyByLink, async (ctx, { body: { token, text } }) => ({
    complaint: await replyToComplaint(ctx, { siteId: ctx.site.id }, { id: idOf(ctx, token), text }),
  })),
  handle(contract.sendComplaint, (ctx, { body }) => receiveComplaint(ctx, body)),
  handle(contract.requestBan, (ctx, { body }) => receiveBanRequest(ctx, body)),
  handle(contract.getBanRequest, (ctx, { query }) => showBanRequest(ctx, query.token)),
  handle(contract.changeBanRequest, (ctx, { body: { token, wanted: isWanted } }) =>
    isWanted ? confirmBanRequest(ctx, token) : undoBan(ctx, token),
  ),
];
