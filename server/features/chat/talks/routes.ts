import * as contract from "#contract/talks.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { acceptTalk, askTalk } from "./ask-talk.ts";
import { beatTalk, endTalk, joinTalk } from "./run-talk.ts";
import { showOpenTalk, showTalk } from "./show-talk.ts";
import { sendTalkSignal, showTalkRelay } from "./signal-talk.ts";

export const talksRoutes: Handler[] = [
  handle(contract.getTalk, async (ctx) => ({ talk: await showOpenTalk(ctx) })),
  handle(contract.askTalk, async (ctx, { body }) => ({ talk: await showTalk(ctx, await askTalk(ctx, body)) })),
  handle(contract.acceptTalk, async (ctx, { body }) => ({ talk: await showTalk(ctx, await acceptTalk(ctx, body)) })),
  handle(contract.joinTalk, async (ctx, { body }) => ({ talk: await showTalk(ctx, await joinTalk(ctx, body)) })),
  handle(contract.endTalk, async (ctx, { body }) => ({ talk: await endTalk(ctx, body.id) })),
  handle(contract.beatTalk, async (ctx, { body }) => ({ talk: await beatTalk(ctx, body) })),
  handle(contract.sendTalkSignal, async (ctx, { body }) => {
    await sendTalkSignal(ctx, body);
    return {};
  }),
  handle(contract.getTalkRelay, (ctx, { query }) => showTalkRelay(ctx, query.id)),
];
