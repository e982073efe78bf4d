import { createContext, use, useState } from "react";
import type { InputOf } from "#contract/call.ts";
import { type OwnProfile, saveProfile } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { atOnce, createOutbox, type OutboxTools, useOutbox } from "#web/lib/outbox.ts";
import { useReconnected } from "#web/lib/reconnected.ts";
import type { FormFailure } from "#web/lib/use-call.ts";
import { useEvents } from "#web/lib/use-events.ts";

export type Changes = InputOf<typeof saveProfile>["body"];

type Editing = {
  /** Runs the saves of this page one after the other, so that the last answer is the current state. */
  inTurn: NonNullable<OutboxTools<Changes>["inTurn"]>;
  onSaved: (own: OwnProfile) => void;
};

export const EditingContext = createContext<Editing>({ inTurn: atOnce, onSaved: () => undefined });

/** Saves only changed fields, merged while one is sent; a failure stays, and is retried on reconnection. */
export function useFieldSave() {
  const { inTurn, onSaved } = use(EditingContext);
  const [wasSaved, setWasSaved] = useState(false);
  const outbox = useOutbox(createOutbox<Changes>, {
    inTurn,
    merge: (older, newer) => ({ ...older, ...newer }),
    async send({ key, value: body }) {
      onSaved(await call(saveProfile, { key, body }));
      setWasSaved(true);
    },
  });
  const change = outbox.items.at(-1);
  const failed = change?.state === "refused" || change?.state === "unknown";
  const unsaved = failed ? "failed" : "saving";
  const state = change ? unsaved : wasSaved ? "saved" : "idle";
  const failure: FormFailure | null = change?.failure?.loginNeeded ? null : (change?.failure ?? null);

  const retry = () => void (change && outbox.retry(change.key));
  useReconnected(retry, { active: change?.state === "unknown" });
  useLeaveWarning(change !== undefined);
  return { save: (changes: Changes) => void outbox.add(changes), retry, state, failure } as const;
}

export function useLeaveWarning(unsaved: boolean): void {
  useEvents("beforeunload", (event) => event.preventDefault(), { active: unsaved });
}
