import { withEmit } from "#server/emit.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { settleTalk } from "./run-talk.ts";
import { findStale } from "./talks-store.ts";

const atOnce = 500;

/** Ends the calls that no page ends any more: both have left, or the asker has while it rang. */
export const endLeftTalks = defineScheduledJob({
  name: "end-left-talks",
  every: { seconds: 10 },
  async run(services) {
    const now = services.clock.now();
    const failure = { failure: "a call that was left did not end", about: ({ id }: { id: string }) => ({ talk: id }) };
    await forEachRow(services, await findStale(services.db, now, atOnce), failure, ({ id, asker_id }, inRow) =>
      withEmit(services.events, (emit) =>
        inRow(async (db) => void (await settleTalk({ db, emit, now }, asker_id, id))),
      ),
    );
  },
});
