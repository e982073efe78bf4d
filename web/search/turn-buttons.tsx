import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

type Props = { index: number; total: number; onTurn: (to: number) => void };

/** Buttons to the previous and the next photo. */
export function TurnButtons({ index, total, onTurn }: Props) {
  const t = useTexts("members");
  return (
    <>
      <button
        type="button"
        className="photo-turn start-3"
        aria-label={t("photos.previous")}
        aria-disabled={index === 0 || undefined}
        onClick={() => onTurn(index - 1)}
      >
        <ChevronLeft aria-hidden className="size-6" />
      </button>
      <button
        type="button"
        className="photo-turn end-3"
        aria-label={t("photos.next")}
        aria-disabled={index === total - 1 || undefined}
        onClick={() => onTurn(index + 1)}
      >
        <ChevronRight aria-hidden className="size-6" />
      </button>
    </>
  );
}
