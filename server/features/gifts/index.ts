import { defineFeature } from "#server/feature.ts";
import { giftAttachments } from "./attachments.ts";
import { memberData } from "./member-data.ts";
import { giftsRoutes } from "./routes.ts";

export { loadShelf } from "./list-gifts.ts";
export { openGift } from "./open-gift.ts";
export { sendGift } from "./send-gift.ts";

export const gifts = defineFeature({ routes: giftsRoutes, memberData, attachments: [giftAttachments] });
