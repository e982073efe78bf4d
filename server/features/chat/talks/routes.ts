import * as contract from "#contract/talks.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";

export const talksRoutes: Handler[] = [
  handle(contract.getTalk, async () => ({ talk: null })),
  handle(contract.askTalk, async () => {
    throw fail("talk_unavailable");
  }),
  handle(contract.acceptTalk, async () => {
    throw fail("talk_not_found");
  }),
  handle(contract.joinTalk, async () => {
    throw fail("talk_not_found");
  }),
  handle(contract.endTalk, async () => {
    throw fail("talk_not_found");
  }),
  handle(contract.beatTalk, async () => {
    throw fail("talk_not_found");
  }),
  handle(contract.sendTalkSignal, async () => {
    throw fail("talk_not_found");
  }),
  handle(contract.getTalkRelay, async () => {
    throw fail("talk_not_found");
  }),
];
