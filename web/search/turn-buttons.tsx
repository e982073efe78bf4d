import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Props = { index: number; total: number; onTurn: (to: number) => void };

export function TurnButtons({ index, total, onTurn }: Props) {
  const t = useTexts("members");
  return (
    <>
      <button
        type="button"
        className="photo-turn start-3 noscript:hidden"
        aria-label={t("photos.previous")}
        aria-disabled={index === 0 || undefined}
        onClick={() => onTurn(index - 1)}
      >
        <ChevronLeft aria-hidden className="size-6" />
      </button>
      <button
        type="button"
        className="photo-turn end-3 noscript:hidden"
        aria-label={t("photos.next")}
        aria-disabled={index === total - 1 || undefined}
        onClick={() => onTurn(index + 1)}
      >
        <ChevronRight aria-hidden className="size-6" />
      </button>
    </>
  );
}

/** The alternative text of a photo: its caption, and its position among the photos. */
export function useDescribePhoto(name: string, total: number): (image: Image, at: number) => string {
  const t = useTexts("members");
  return ({ caption }, at) => {
    const values = { number: at + 1, total, name };
    return caption === "" ? t("photos.photo", values) : t("photos.captioned", { ...values, caption });
  };
}

/** A horizontal strip of slides, scrolled one at a time: the current slide, and a function to turn to another. */
export function useStrip(strip: RefObject<HTMLElement | null>, total: number, first = 0, onTurn = (_: number) => {}) {
  const [index, setIndex] = useState(first);
  const turnTo = (target: number, behavior: ScrollBehavior = "auto") => {
    const element = strip.current;
    const next = Math.max(0, Math.min(total - 1, target));
    element?.scrollTo({ left: next * element.clientWidth, behavior });
    return next;
  };
  /** The slide that a key leads to; null for other keys. */
  const findSlideForKey = ({ key }: Pick<KeyboardEvent, "key">): number | null => {
    switch (key) {
      case "ArrowLeft":
        return index - 1;
      case "ArrowRight":
        return index + 1;
      case "Home":
        return 0;
      case "End":
        return total - 1;
      default:
        return null;
    }
  };
  const onScroll = () => {
    const element = strip.current;
    if (!element) return;
    const next = Math.round(element.scrollLeft / element.clientWidth);
    setIndex(next);
    if (next !== index) onTurn(next);
  };
  return { index, turnTo, wantedBy: findSlideForKey, onScroll };
}
