import type { ReactNode } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { focusedFirst } from "./focused-first.ts";

type Props = {
  title: string;
  /** `held`: it can be taken back for some seconds. Enter says yes then, else no. */
  yes: { label: string; run: () => void; look: "primary" | "danger"; held?: boolean };
  /** The other button, if it says more than "Cancel". */
  no?: string;
  /** Also what Escape does. */
  onNo: () => void;
  children: ReactNode;
};

/** Asks once more, in a dialog, before something that can't be taken back unnoticed. */
export function Question({ title, yes, no, onNo, children }: Props) {
  const shell = useTexts("shell");
  return (
    <Dialog open onClose={onNo} title={title}>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button look={yes.look} onClick={yes.run} ref={yes.held ? focusedFirst : undefined}>
          {yes.label}
        </Button>
        <Button look="outline" onClick={onNo} ref={yes.held ? undefined : focusedFirst}>
          {no ?? shell("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
