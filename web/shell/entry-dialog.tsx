import { useEffect, useId, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";

/** The dialog of the entry warning. It can't be closed without an answer, and favours neither. */
export default function EntryDialog({ site, age, onStay }: { site: string; age: number; onStay: () => void }) {
  const t = useTexts("shell");
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // not a button, because the focus would favour one answer, and Enter would choose it
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      // the browser closes any dialog at a second Escape; this one is opened again
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={`${id}-title`} ref={title} tabIndex={-1} className="text-2xl outline-none">
        {t("entry.title", { age })}
      </h2>
      <p id={`${id}-text`} className="mt-3">
        {t("entry.text", { site })}
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="outline" size="large" onClick={onStay}>
          {t("entry.stay", { age })}
        </Button>
        <ButtonLink to="/pages/ban" look="outline" size="large">
          {t("entry.leave")}
        </ButtonLink>
      </div>
    </dialog>
  );
}
