import * as contract from "#contract/notifications.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { preferencesOf, setPreference } from "./preferences.ts";
import { resumeMails } from "./preferences-store.ts";
import { deleteOwnSubscription } from "./push-store.ts";
import { subscribePush } from "./subscribe-push.ts";
import { showUnsubscription, switchMails } from "./unsubscribe.ts";

export const notificationsRoutes: Handler[] = [
  handle(contract.getNotifications, ({ db, viewer }) => preferencesOf(db, viewer.memberId)),
  handle(contract.setNotification, async (ctx, { body }) => {
    const { db, viewer, now, services } = ctx;
    await setPreference(db, { accountId: viewer.memberId, ...body }, now, ctx);
    await services.hooks.memberChanged(ctx, viewer.memberId, "consents");
    return await preferencesOf(db, viewer.memberId);
  }),
  handle(contract.liftDisabled, async (ctx, { body }) => {
    const { db, viewer, services } = ctx;
    await resumeMails(db, viewer.memberId, body.disabled);
    await services.hooks.memberChanged(ctx, viewer.memberId, "consents");
    return await preferencesOf(db, viewer.memberId);
  }),
  handle(contract.subscribePush, async (ctx, { body }) => {
    await subscribePush(ctx, body.subscription);
    return { subscribed: true };
  }),
  handle(contract.unsubscribePush, async ({ db, viewer }, { body }) => {
    await deleteOwnSubscription(db, viewer.memberId, body.endpoint);
    return { subscribed: false };
  }),
  handle(contract.getUnsubscription, (ctx, { query }) => showUnsubscription(ctx, query.token)),
  handle(contract.setUnsubscription, (ctx, { body }) => switchMails(ctx, body.token, body)),
];
