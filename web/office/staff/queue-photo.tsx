import { createContext, type ImgHTMLAttributes, use, useCallback, useLayoutEffect, useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { useTimeout } from "#web/lib/use-timer.ts";

/** An item is decided on only after it was shown for this long, in milliseconds, with its photos. */
export const seenAfterMs = 700;

/** Counts the photos of the shown item that are not loaded. */
const MissingContext = createContext<(change: 1 | -1) => void>(() => {});
export const MissingProvider = MissingContext.Provider;

/**
 * Whether the item was seen: a quick second press must not decide on the next one. No press comes before the first item
 * of a page, so that its keys work once its photos are there. `isLoading`: its photos are not. `count`: for
 * `MissingProvider`.
 */
export function useSeen(id: string | undefined) {
  const [missing, setMissing] = useState(0);
  const [seen, setSeen] = useState<string>();
  const [first, setFirst] = useState<string | null>();
  if (first === undefined && id !== undefined) setFirst(id);
  // one that comes back is no first one any more
  if (typeof first === "string" && id !== undefined && id !== first) setFirst(null);
  const count = useCallback((change: 1 | -1) => setMissing((before) => before + change), []);
  // one that comes back, such as after Undo, is looked at anew
  if (seen !== undefined && seen !== id) setSeen(undefined);
  const wait = id === first ? 0 : seenAfterMs;
  useTimeout(() => setSeen(id), id === undefined || missing > 0 ? null : wait, id);
  return { isSeen: id !== undefined && seen === id, isLoading: missing > 0, count };
}

type Props = Pick<ImgHTMLAttributes<HTMLImageElement>, "alt" | "width" | "height"> & { src: string };

/** A photo that staff decide on. Give it a key: another photo needs another element. */
export function QueuePhoto({ src, alt, width, height }: Props) {
  const t = useTexts("staff");
  const count = use(MissingContext);
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const isMissing = state !== "loaded";
  useLayoutEffect(() => {
    if (!isMissing) return;
    count(1);
    return () => count(-1);
  }, [isMissing, count]);
  return (
    <>
      <img
        // one that was loaded ahead may be there before React listens
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setState("loaded");
        }}
        src={src}
        alt={alt}
        width={width}
        height={height}
        onLoad={() => setState("loaded")}
        onError={() => setState("failed")}
        className="queue-photo"
      />
      {state === "failed" ? (
        <p role="alert" className="p-4 text-danger-ink">
          {t("queue.photo_missing")}
        </p>
      ) : null}
    </>
  );
}
