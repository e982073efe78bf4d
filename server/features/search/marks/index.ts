import { getMarks, setMark as setCall } from "#contract/marks.ts";
import { defineFeature } from "#server/feature.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { pairTable } from "#server/pair-table.ts";
import { listMarks, markPart, setMark } from "./set-mark.ts";

const routes: Handler[] = [handle(getMarks, listMarks), handle(setCall, (ctx, { body }) => setMark(ctx, body))];

export const marks = defineFeature({
  routes,
  memberPage: [markPart],
  pairTables: [
    // of the note and the choice only its author may know
    pairTable("member_marks", ["owner_id", "about_id"], {
      privateTo: "owner_id",
      orderBy: "created_at",
    }),
  ],
});
