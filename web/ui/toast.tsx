import { X } from "lucide-react";
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { SiteWait, useNeedsWaitToast } from "./site-wait.tsx";
import { createToastTimers } from "./toast-timers.ts";

export type ToastContent = {
  title: string;
  text?: string;
  /** Shown above the title, because the user has to know it first: who answers. */
  label?: ReactNode;
  to?: string;
  tone?: "plain" | "love" | "good" | "bad";
};

type ShownToast = ToastContent & { id: number };
const shownMs = 6_000;
const maxShown = 3;

const ToastContext = createContext<(toast: ToastContent) => void>(() => {});

/** Shows a short notice: `const toast = useToast(); toast({ title })`. Never the only place for information. */
export function useToast(): (toast: ToastContent) => void {
  return use(ToastContext);
}

const CloseGoodContext = createContext<() => void>(() => {});

/** Closes what tells of a success: beside the error of the next try it would deny it. */
export const useCloseGoodToasts = () => use(CloseGoodContext);

const tones = {
  plain: "border-s-unread",
  love: "border-s-primary",
  good: "border-s-secondary",
  bad: "border-s-danger",
};

/** The bars at the lower edge of a phone, above which the toasts are. */
const bars = ".profile-actions, .swipe-buttons, .order-bar";

/** What a toast must not cover: errors, the fields that they belong to, a chat's composer, actions. */
const uncovered = `[role="alert"]:not(:empty), .field-error:not(:empty), [aria-invalid="true"], .composer, ${bars}`;

/** Pixels between the toasts and what they must not cover. */
const gapPx = 8;

/** A bar is at the lower edge if no more than the navigation, of at most so many pixels, is below it. */
const navigationPx = 100;

const boxesOf = (selector: string) =>
  [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height }) => height > 0);

/** Places the toasts where they cover none of these: above the bars at the lower edge, or else at the top. */
function placeRegion(region: HTMLElement): void {
  const heights = boxesOf(bars)
    .filter(({ top, bottom }) => top < innerHeight && innerHeight - bottom < navigationPx)
    .map(({ top }) => innerHeight - top);
  region.style.setProperty("--bars", `${Math.max(0, ...heights)}px`);
  const boxes = boxesOf(uncovered);
  for (const side of ["bottom", "top"]) {
    region.dataset.at = side;
    const { left, right, top, bottom } = region.getBoundingClientRect();
    const covers = (box: DOMRect) =>
      box.left < right && box.right > left && box.top < bottom + gapPx && box.bottom > top - gapPx;
    if (!boxes.some(covers)) return;
  }
  region.dataset.at = "bottom";
}

/** Moves the focus between the page and the toasts, for the keyboard. */
function useToastFocus(region: RefObject<HTMLDivElement | null>, hasToasts: boolean) {
  const before = useRef<Element | null>(null);
  const leave = useCallback(() => {
    const back = before.current;
    before.current = null;
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    else document.getElementById("content")?.focus({ preventScroll: true });
  }, []);
  const reach = (event: KeyboardEvent) => {
    const isInside = region.current?.contains(document.activeElement) === true;
    if (event.key === "Escape" && isInside) leave();
    if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (isInside) return leave();
    before.current = document.activeElement;
    region.current?.querySelector<HTMLElement>("a, button")?.focus();
  };
  useEvents("keydown", reach, { active: hasToasts });
  return leave;
}

/** Read out politely. They stay while the pointer or focus is in them, or the window is hidden. F6 leads to them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTexts("shell");
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const lastId = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  const waits = useNeedsWaitToast();
  const hasToasts = waits || toasts.length > 0;
  const leave = useToastFocus(region, hasToasts);
  const [timers] = useState(() =>
    createToastTimers(shownMs, (ended) => setToasts((list) => list.filter(({ id }) => id !== ended))),
  );
  const close = useCallback(
    (closed: number) => {
      timers.stop(closed);
      // the element with the focus disappears: the focus goes back to where it came from
      if (region.current?.contains(document.activeElement)) leave();
      setToasts((list) => list.filter(({ id }) => id !== closed));
    },
    [timers, leave],
  );
  const holdWhileHidden = useCallback(() => timers[document.hidden ? "hold" : "release"]("hidden"), [timers]);
  useEvents("visibilitychange", holdWhileHidden);
  const show = useCallback(
    (toast: ToastContent) => {
      holdWhileHidden();
      lastId.current += 1;
      const id = lastId.current;
      setToasts((list) => [...list.slice(1 - maxShown), { ...toast, id }]);
      timers.start(id);
    },
    [timers, holdWhileHidden],
  );
  const closeGood = useCallback(() => setToasts((list) => list.filter(({ tone }) => tone !== "good")), []);
  const placeToasts = () => {
    if (region.current) placeRegion(region.current);
  };
  const placeShown = useEffectEvent(placeToasts);
  useEffect(() => {
    // an element that is removed with the pointer over it, or with the focus, does not report that it lost them
    if (toasts.length === 0) timers.release("pointer");
    if (!region.current?.contains(document.activeElement)) timers.release("focus");
    if (waits || toasts.length > 0) placeShown();
  }, [timers, toasts, waits]);
  // an error that appears later gets the focus, so focus and scrolling place the toasts again
  useEvents(["focusin", "scroll"], placeToasts, { active: hasToasts, capture: true });
  const list = useMemo(
    () =>
      toasts.map(({ id, title, text, label, to, tone = "plain" }) => (
        <li key={id} className={`toast ${tones[tone]}`}>
          <div className="min-w-0 grow">
            {label === undefined ? null : <p className="mb-1 flex flex-wrap gap-1.5 empty:hidden">{label}</p>}
            {to === undefined ? (
              <p className="font-semibold">{title}</p>
            ) : (
              <Link to={to} onClick={() => close(id)} className="font-semibold after:absolute after:inset-0">
                {title}
              </Link>
            )}
            {text === undefined ? null : <p className="line-clamp-2 break-words text-muted text-sm">{text}</p>}
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
    [toasts, close, t],
  );

  return (
    <ToastContext value={show}>
      <CloseGoodContext value={closeGood}>{children}</CloseGoodContext>
      <div
        ref={region}
        role="status"
        aria-live="polite"
        aria-label={hasToasts ? t("notices") : undefined}
        className="toast-region"
        onPointerEnter={() => timers.hold("pointer")}
        onPointerLeave={() => timers.release("pointer")}
        onFocus={() => timers.hold("focus")}
        onBlur={() => timers.release("focus")}
      >
        {hasToasts ? (
          <ol className="flex flex-col gap-2">
            {waits ? (
              <li className="toast border-s-unread">
                <SiteWait onStop={leave} />
              </li>
            ) : null}
            {list}
          </ol>
        ) : null}
      </div>
    </ToastContext>
  );
}
