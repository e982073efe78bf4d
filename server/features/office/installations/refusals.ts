import { createHmac } from "node:crypto";
import type { AnswerOf } from "#contract/call.ts";
import { getProgramRefusals } from "#contract/installations.ts";
import { type Config, keyFor } from "#server/config/config.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { listSharedBans } from "#server/features/account/index.ts";
import { listSharedPictures, replaceRefusals, type SharedRefusal } from "#server/features/profiles/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { appendLog } from "../staff/audit.ts";
import { forgetOthers, noteContact } from "./store.ts";

type Refusals = AnswerOf<typeof getProgramRefusals>;

/** Tells whether two installations have the same `SECRET`, and nothing of it. */
const checkOf = ({ secret }: Pick<Config, "secret">) =>
  createHmac("sha256", keyFor(secret, "installations")).update("check").digest("hex");

export async function listRefusals({ db, config }: Pick<Services, "db" | "config">): Promise<Refusals> {
  return {
    check: checkOf(config),
    pictures: await listSharedPictures(db, config),
    mailboxes: await listSharedBans(db, config),
  };
}

const flatten = ({ pictures, mailboxes }: Refusals): SharedRefusal[] => [
  ...pictures.flatMap(({ hashes, ground, decision, at }) =>
    hashes.map((hash) => ({ kind: "picture" as const, hash, at, ground, decision })),
  ),
  ...mailboxes.map(({ hash, at }) => ({ kind: "mailbox" as const, hash, at, ground: null, decision: null })),
];

const patienceMs = 30_000;

/** Takes over what the other installations refuse: all of it or, if one does not answer, nothing of that one. */
export const pullRefusals = defineScheduledJob({
  name: "pull-refusals",
  every: "37 * * * *",
  expireInSeconds: 600,
  async run({ db, config, clock, installations, log }) {
    await forgetOthers(
      db,
      installations.map(({ name }) => name),
    );
    for (const { name, ask } of installations) {
      const asked = await ask(getProgramRefusals, patienceMs);
      const skip = (reason: string) =>
        log.warn({ installation: name, reason }, "the refusals of an installation were not taken over");
      if (asked.answer !== "answers") {
        skip(asked.reason);
        continue;
      }
      if (asked.value.check !== checkOf(config)) {
        skip("it has another SECRET");
        continue;
      }
      const refusals = flatten(asked.value);
      const now = clock.now();
      await inTransaction(db, async (trx) => {
        await noteContact(trx, name, { answered_at: now, pulled_at: now });
        const { added, removed } = await replaceRefusals(trx, name, refusals);
        if (added + removed === 0) return;
        const entry = {
          action: "refusals_pulled",
          subject: `installation:${name}`,
          detail: { added, removed },
        } as const;
        await appendLog(trx, null, now, entry);
      });
    }
  },
});
