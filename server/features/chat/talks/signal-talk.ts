import type { z } from "zod";
import { minuteMs } from "#contract/durations.ts";
import type { sendTalkSignal as signalCall } from "#contract/talks.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { credentialMinutes } from "#server/ports/relay/port.ts";
import { relaySignal } from "./relay-only.ts";
import { mySide, otherOf, talkStateOf, theirSide } from "./rules.ts";
import { findTalk } from "./talks-store.ts";

/** A running talk of the caller, with both sides. */
async function requireRunning({ db, viewer }: MemberContext, id: string) {
  const talk = await findTalk(db, viewer.memberId, id);
  if (!talk) throw fail("talk_not_found");
  const [mine, theirs] = [mySide(talk, viewer.memberId), theirSide(talk, viewer.memberId)];
  if (talkStateOf(talk) !== "running" || mine === null || theirs === null) throw fail("talk_over");
  return { mine, theirs, otherId: otherOf(talk, viewer.memberId) };
}

/** Hands a signal on to the page of the other member. It is written nowhere, so that no backup has an address. */
export async function sendTalkSignal(
  ctx: MemberContext,
  { id, page, signal }: z.output<typeof signalCall.body>,
): Promise<void> {
  const { mine, theirs, otherId } = await requireRunning(ctx, id);
  if (mine.page !== page) throw fail("talk_elsewhere");
  const passed = ctx.services.relay?.policy === "all" ? signal : relaySignal(signal);
  if (passed && theirs.page !== null)
    ctx.emit(otherId, { type: "talk_signal", talk: id, page: theirs.page, signal: passed });
}

/** The relay with new credentials, only while the caller's talk runs. */
export async function showTalkRelay(ctx: MemberContext, id: string) {
  await requireRunning(ctx, id);
  const { relay } = ctx.services;
  if (!relay) throw fail("talk_unavailable");
  const expires = new Date(ctx.now.getTime() + credentialMinutes * minuteMs);
  return { policy: relay.policy, servers: relay.servers(ctx.now), expires_at: expires.toISOString() };
}
