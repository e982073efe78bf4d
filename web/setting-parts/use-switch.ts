import { createOutbox, useOutbox } from "#web/lib/outbox.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";

/** What became of a switch; null: it is being saved. */
export type SwitchOutcome = "saved" | FormFailure | null;

type Options = {
  on: boolean;
  /** Returns what the server saved. */
  save: (key: string, on: boolean) => Promise<boolean>;
  onOutcome: (outcome: SwitchOutcome) => void;
};

/** Turns at once, and back if it was not saved. Presses are saved one after the other: the last one decides. */
export function useSwitch({ on: loaded, save, onOutcome }: Options) {
  const [saved, setSaved] = useStateFor(loaded, loaded);
  const { items, add } = useOutbox(createOutbox<boolean>, {
    merge: (_, newer) => newer,
    async send({ key, value }) {
      setSaved(await save(key, value));
      onOutcome("saved");
    },
    onFailure(_, failure) {
      onOutcome(failure.loginNeeded ? null : toFailure(failure));
      return null;
    },
  });
  const turn = (on: boolean) => {
    onOutcome(null);
    void add(on);
  };
  return { on: items.at(-1)?.value ?? saved, saving: items.length > 0, turn };
}
