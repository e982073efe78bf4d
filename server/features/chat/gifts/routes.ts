import * as contract from "#contract/gifts.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listGifts } from "./list-gifts.ts";
import { openGift } from "./open-gift.ts";
import { sendGift } from "./send-gift.ts";

export const giftsRoutes: Handler[] = [
  handle(contract.getGifts, async (ctx) => ({ received: await listGifts(ctx) })),
  handle(contract.sendGift, (ctx, { body }) => {
    const { member: to, gift, text = "", credits: seen, without_promise: withoutPromise } = body;
    return sendGift(ctx, { from: ctx.viewer.memberId, to, gift, text, seen, key: ctx.key, withoutPromise });
  }),
  handle(contract.openGift, async (ctx, { body }) => {
    await openGift(ctx, ctx.viewer.memberId, body.message);
    return { opened: true } as const;
  }),
];
