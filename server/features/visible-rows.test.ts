import { expect, test } from "vitest";
import type { ConversationRow } from "./chat/conversations-store.ts";
import { toChat } from "./chat/list-chats.ts";
import type { LikeRow } from "./likes/likes-store.ts";
import { toEntry } from "./likes/list-likes.ts";
import { toVisit } from "./likes/visitors/routes.ts";
import type { VisitRow } from "./likes/visitors/store.ts";
import type { Details, ProfileRow } from "./profiles/profiles-store.ts";
import { type CardContext, toCard, toProfile, withCards } from "./profiles/rules.ts";
import { mayBeShown } from "./visibility/index.ts";

// The compiler tests these: each line that it has to refuse is an error if it accepts it.

function buildOfUnjudgedMember(row: ProfileRow, details: Details, context: CardContext) {
  const page = { ...details, questions: [], photos: [] };
  const settings = { visible_profile_fields: [], visible_profile_notes: [], voice_introductions: true };
  // @ts-expect-error no rule has said that the viewer may see this member
  toCard(row, context);
  // @ts-expect-error nor for a whole page
  toProfile(row, page, context, settings);
  // @ts-expect-error a member who may not be shown
  if (!mayBeShown(row, 1, null)) return toCard(row, context);
  return toProfile(row, page, context, settings);
}

function buildOfUnjudgedRows(like: LikeRow, visit: VisitRow, chat: ConversationRow) {
  // @ts-expect-error the viewer may perhaps not see who likes them
  toEntry(like);
  // @ts-expect-error nor who looked at their profile
  toVisit(visit);
  // @ts-expect-error nor the member of their chat
  toChat(chat, "", undefined);
  return withCards([like], [], "id").map(toEntry);
}

test("quality: rule 5 an answer about members is built only of rows that the rules let through, by types", () => {
  expect([buildOfUnjudgedMember, buildOfUnjudgedRows].map((build) => build.length)).toEqual([3, 3]);
});
