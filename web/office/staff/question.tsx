import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

type Answer = { label: string; run: () => void };
type Props = {
  title: string;
  yes: Answer & { look: "primary" | "danger" };
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
        <Button look={yes.look} onClick={yes.run}>
          {yes.label}
        </Button>
        <Button look="outline" onClick={no.run}>
          {no.label}
        </Button>
      </div>
    </Dialog>
  );
}
