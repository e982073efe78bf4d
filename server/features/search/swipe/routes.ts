import * as contract from "#contract/swipe.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { showDeck } from "./show-deck.ts";
import { swipeMember } from "./swipe-member.ts";
import { undoSwipe } from "./undo-swipe.ts";

export const swipeRoutes: Handler[] = [
  handle(contract.getDeck, (ctx) => showDeck(ctx)),
  handle(contract.swipeMember, (ctx, { body }) => swipeMember(ctx, body)),
  handle(contract.undoSwipe, (ctx, { body }) => undoSwipe(ctx, body)),
];
