import * as contract from "#contract/hidden-contacts.ts";
import { countHiddenContacts } from "#server/features/visibility/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { clearHiddenContacts, hideFromContacts, showToContact } from "./hide-from-contacts.ts";

export const hiddenContactsRoutes: Handler[] = [
  handle(contract.getHiddenContacts, async ({ db, viewer }) => ({
    count: await countHiddenContacts(db, viewer.memberId),
  })),
  handle(contract.hideFromContacts, (ctx, { body }) => hideFromContacts(ctx, body.lines)),
  handle(contract.showToContact, (ctx, { body }) => showToContact(ctx, body.line)),
  handle(contract.clearHiddenContacts, async (ctx) => {
    await clearHiddenContacts(ctx);
    return { count: 0 };
  }),
];
