import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import type { DismissalKey } from "#web/lib/dismissals.ts";

type Props = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  failure?: string | null;
  /** The key under which closing it is stored. The page's own script can close it before the page is hydrated. */
  dismissal: DismissalKey;
  close: string;
  onClose: () => void;
  action: ReactNode;
};

/** A phone shows one line of it, the action, else the title: so that label says what it is about. */
export function Alert({ icon: Icon, title, text, failure = null, dismissal, close, onClose, action }: Props) {
  return (
    <div className="alert" data-alert={dismissal}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink max-md:mt-0" />
      <div className="alert-body">
        <div>
          <p className={action === null ? "font-semibold" : "font-semibold max-md:hidden"}>{title}</p>
          <div className="max-md:hidden">{text}</div>
          <div role="alert">{failure === null ? null : <p className="field-error">{failure}</p>}</div>
        </div>
        {action}
      </div>
      <button
        type="button"
        className="icon-button -me-2 md:-mt-2.5"
        aria-label={close}
        data-dismiss={dismissal}
        onClick={onClose}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
