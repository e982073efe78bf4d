import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { SiteWaitNote } from "./site-wait.tsx";
import { useDialogEntry } from "./use-overlay.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  /** It is open because `useOverlay` says so, which has its entry in the history. */
  hasEntry?: boolean;
  title: ReactNode;
  children: ReactNode;
  /** Comes from below on a phone: filters, a choice of payment methods. */
  sheet?: boolean;
  /** Escape and a click outside don't close it, for example while something is being sent. */
  locked?: boolean;
  /** What Escape and a phone's Back do while the dialog is locked. */
  onBack?: () => void;
  /** Whether the button at the top closes it; by default it does unless the dialog is locked. */
  closable?: boolean;
  /** What the button at the top does, if it is more than closing. */
  closeLabel?: string;
  /** The sign of that button, if a cross would say more than it does. */
  closeSign?: ReactNode;
  large?: boolean;
  /** A click on anything but a control closes it, as one outside does. */
  closesOnClick?: boolean;
};

/** The browser's own dialog: it traps the focus, makes the rest inert, and returns the focus. Back closes it. */
export function Dialog(props: Props) {
  const { open, onClose, onBack, title, children, sheet = false, large = false, closesOnClick = false } = props;
  const t = useTexts("shell");
  const { locked = false, closable = !locked, closeLabel = t("close"), closeSign, hasEntry = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const entry = useDialogEntry(open && !hasEntry, () => {
    if (locked) entry.reopen();
    else onClose();
  });
  const close = hasEntry ? onClose : () => void entry.close();
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open) return showModalSoon(element);
    if (element.open) element.close();
  }, [open]);
  // a dialog that is unmounted while it is open returns the focus, too
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      ref={dialog}
      className={`dialog ${sheet ? "sheet" : ""} ${large ? "dialog-large" : ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (!locked) return;
        event.preventDefault();
        onBack?.();
      }}
      onClose={() => {
        // The browser closes any dialog at a second Escape; a locked one is opened again.
        if (open && locked) dialog.current?.showModal();
        else if (open) close();
      }}
      onClick={(event) => {
        const isOutside = event.target === dialog.current;
        const control = event.target instanceof Element ? event.target.closest("a, button") : null;
        if (!locked && (isOutside || (closesOnClick && control === null))) close();
      }}
    >
      {open ? (
        <div className="dialog-body">
          <div className="dialog-head">
            <div className="flex items-start justify-between gap-4">
              <h2 id={titleId} className="text-xl">
                {title}
              </h2>
              <button
                type="button"
                className="icon-button -me-3 -mt-2.5"
                aria-label={closeLabel}
                title={closeLabel}
                onClick={close}
                disabled={!closable}
              >
                {closeSign ?? <X aria-hidden className="size-5" />}
              </button>
            </div>
            <SiteWaitNote />
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}

export function Sheet(props: Omit<Props, "sheet">) {
  return <Dialog {...props} sheet />;
}

/** Opens once the pressed button is painted: opening styles the whole inert page, a tenth of a second on phones. */
function showModalSoon(dialog: HTMLDialogElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    // the frame is drawn between this callback and the next task
    timer = setTimeout(() => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
