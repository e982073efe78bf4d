import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { focusedFirst } from "./focused-first.ts";

type Answer = { label: string; run: () => void };
type Props = {
  title: string;
  /** `held`: it can be taken back for some seconds. Enter says yes then, else no. */
  yes: Answer & { look: "primary" | "danger"; held?: boolean };
  /** Also what Escape does. */
  no: Answer;
  children: ReactNode;
};

/** Asks once more, in a dialog, before something that can't be taken back unnoticed. */
export function Question({ title, yes, no, children }: Props) {
  return (
    <Dialog open onClose={no.run} title={title}>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button look={yes.look} onClick={yes.run} ref={yes.held ? focusedFirst : undefined}>
          {yes.label}
        </Button>
        <Button look="outline" onClick={no.run} ref={yes.held ? undefined : focusedFirst}>
          {no.label}
        </Button>
      </div>
    </Dialog>
  );
}
