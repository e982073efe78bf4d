import type { Locked } from "#server/db/locks.ts";
import type { Emit } from "#server/emit.ts";
import { deleteConversation, endTalksBetween } from "#server/features/chat/index.ts";
import { deletePair } from "#server/pair-table.ts";
import type { Services } from "#server/services.ts";
import { keepReportedChat } from "./keep-reported.ts";

type SeparateContext = {
  pair: Locked<"pair">;
  services: Pick<Services, "attachments" | "pairTables">;
  now: Date;
  emit: Emit;
};

/**
 * Deletes the conversation and the rows in `pairTables`, for both and for good: a member blocked the other, or hides
 * from them. If one has reported the other, a copy of the chat is kept for staff.
 */
export async function separate(
  { pair, services, now, emit }: SeparateContext,
  blocker: string,
  blocked: string,
): Promise<void> {
  await keepReportedChat({ db: pair, services, now }, blocker, blocked);
  await endTalksBetween({ pair, emit, now }, blocker, blocked);
  for (const table of services.pairTables) await deletePair(pair, table, blocker, blocked);
  await deleteConversation(pair, { blocker, blocked, now });
  emit(blocked, { type: "member_hidden", member: blocker });
  emit(blocker, { type: "member_hidden", member: blocked });
}
