import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";

/** The form is on the page if there are no scripts. `said`, the result, is below the button and gets the focus. */
export function SettingDialog({
  opener,
  title,
  intro,
  form,
  said,
  onClose,
}: {
  opener: string;
  title: string;
  intro?: string;
  form: (close: () => void) => ReactNode;
  said: ReactNode;
  onClose: () => void;
}) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  const status = useFocus<HTMLDivElement>(said !== null && !open);
  return (
    <>
      <WithoutScripts>
        {intro === undefined ? null : <p className="mb-4">{intro}</p>}
        {form(close)}
      </WithoutScripts>
      <Button look="outline" className="noscript:hidden" onClick={() => setOpen(true)}>
        {opener}
      </Button>
      <div ref={status} tabIndex={-1} role="status" className="mt-3 break-words outline-none empty:mt-0">
        {said}
      </div>
      <Dialog open={open} title={title} onClose={close}>
        {intro === undefined ? null : <p className="mb-4 break-words">{intro}</p>}
        {form(close)}
      </Dialog>
    </>
  );
}
