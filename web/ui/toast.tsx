import { X } from "lucide-react";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";

export type ToastContent = {
  title: string;
  text?: string;
  /** What has to be known before the title is read: stands above it. */
  label?: ReactNode;
  /** Where a click leads, without the language's prefix. */
  to?: string;
  tone?: "plain" | "love" | "good" | "bad";
};

type Shown = ToastContent & { id: number };
const shownMs = 6_000;
const most = 3;

const ToastContext = createContext<(toast: ToastContent) => void>(() => {});

/** Shows a short notice: `const toast = useToast(); toast({ title })`. Never the only place where something is said. */
export function useToast(): (toast: ToastContent) => void {
  return use(ToastContext);
}

const tones = {
  plain: "border-s-unread",
  love: "border-s-primary",
  good: "border-s-secondary",
  bad: "border-s-danger",
};

/** What a notice must not cover on a phone: a refusal, and the field that it stands at. */
const refusals = '[role="alert"]:not(:empty), .field-error:not(:empty), [aria-invalid="true"]';

/** Pixels below the notices, for the navigation and what stands on it; and around them at the top, so that nothing touches. */
const room = { below: 192, above: 24 };

/** The part of a screen's top that a camera or the status bar covers, in pixels: notices begin below it. */
const coveredTop = (region: HTMLElement) => Number.parseFloat(getComputedStyle(region).paddingTop) || 0;

/** Where the notices are free of refusals: above the navigation, or at the top where a refusal stands down there. */
function freeSide(region: HTMLElement): "top" | "bottom" {
  const height = (region.firstElementChild?.clientHeight ?? 0) + coveredTop(region);
  const stand = [...document.querySelectorAll(refusals)].map((refusal) => refusal.getBoundingClientRect());
  const below = stand.some(({ top, bottom }) => bottom > innerHeight - height - room.below && top < innerHeight);
  const above = stand.some(({ top, bottom }) => top < height + room.above && bottom > 0);
  return below && !above ? "top" : "bottom";
}

/** Holds the notices; the region is read out politely, and waits while someone points at it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTexts("shell");
  const [shown, setShown] = useState<Shown[]>([]);
  const next = useRef(0);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());

  const close = useCallback((id: number) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setShown((list) => list.filter((item) => item.id !== id));
  }, []);
  const countDown = useCallback(
    (id: number) => {
      clearTimeout(timers.current.get(id));
      timers.current.set(
        id,
        setTimeout(() => close(id), shownMs),
      );
    },
    [close],
  );
  const show = useCallback(
    (toast: ToastContent) => {
      next.current += 1;
      const id = next.current;
      setShown((list) => [...list.slice(1 - most), { ...toast, id }]);
      countDown(id);
    },
    [countDown],
  );
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      const at = region.current;
      if (at) at.dataset.at = freeSide(at);
    };
    if (shown.length === 0) return;
    place();
    // a refusal that comes later gets the focus; one that stands elsewhere may be scrolled to where the notices are
    document.addEventListener("focusin", place);
    document.addEventListener("scroll", place, { capture: true, passive: true });
    return () => {
      document.removeEventListener("focusin", place);
      document.removeEventListener("scroll", place, { capture: true });
    };
  }, [shown]);
  const hold = () => {
    for (const timer of timers.current.values()) clearTimeout(timer);
  };
  const release = () => {
    for (const id of timers.current.keys()) countDown(id);
  };

  const list = useMemo(
    () =>
      shown.map(({ id, title, text, label, to, tone = "plain" }) => (
        <li key={id} className={`toast ${tones[tone]}`}>
          <div className="min-w-0 grow">
            {label === undefined ? null : <p className="mb-1">{label}</p>}
            {to === undefined ? (
              <p className="font-semibold">{title}</p>
            ) : (
              <Link to={to} onClick={() => close(id)} className="font-semibold after:absolute after:inset-0">
                {title}
              </Link>
            )}
            {text === undefined ? null : <p className="truncate text-muted text-sm">{text}</p>}
          </div>
          <button
            type="button"
            className="icon-button relative z-1 -me-2 -my-2"
            onClick={() => close(id)}
            aria-label={t("close")}
          >
            <X aria-hidden className="size-5" />
          </button>
        </li>
      )),
    [shown, close, t],
  );

  return (
    <ToastContext value={show}>
      {children}
      <div
        ref={region}
        role="status"
        aria-live="polite"
        className="toast-region"
        onPointerEnter={hold}
        onPointerLeave={release}
      >
        <ol className="flex flex-col gap-2">{list}</ol>
      </div>
    </ToastContext>
  );
}
