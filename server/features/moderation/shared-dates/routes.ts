import * as contract from "#contract/shared-dates.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { confirmFine, endSharedDate, postponeReminder, renewDateLink, saveSharedDate } from "./share-date.ts";
import { listSharedDates, openSharedDate } from "./show-date.ts";

export const sharedDatesRoutes: Handler[] = [
  handle(contract.getSharedDates, async (ctx) => ({ dates: await listSharedDates(ctx) })),
  // no answer of these says what the date is: an answer is kept for a repeated request, and would outlive the date
  handle(contract.saveSharedDate, async (ctx, { body }) => {
    await saveSharedDate(ctx, body);
    return {};
  }),
  handle(contract.confirmFine, async (ctx, { body }) => {
    await confirmFine(ctx, body.id);
    return {};
  }),
  handle(contract.postponeReminder, async (ctx, { body }) => {
    await postponeReminder(ctx, body);
    return {};
  }),
  handle(contract.renewDateLink, async (ctx, { body }) => {
    await renewDateLink(ctx, body.id);
    return {};
  }),
  handle(contract.endSharedDate, async (ctx, { body }) => {
    await endSharedDate(ctx, body.id);
    return {};
  }),
  handle(contract.openSharedDate, async (ctx, { query }) => ({ date: await openSharedDate(ctx, query.token) })),
];
