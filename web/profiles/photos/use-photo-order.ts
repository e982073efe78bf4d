import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { OwnPhoto } from "#contract/photos.ts";
import { useOnUnmount } from "#web/lib/use-on-unmount.ts";
import { moveId } from "./order-rules.ts";

/** Pixels of movement before a press becomes a drag. */
const threshold = 6;
/** Auto-scroll: the distance to the window's edge, in pixels, and the step. */
const edge = 72;
const scrollStep = 14;

type Drag = { id: string; x: number; y: number; ids: string[]; started: boolean };

const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Orders photos by mouse anywhere, by finger or keys on the handle; the main one stays first. `ids`: the new order. */
export function usePhotoOrder(photos: readonly OwnPhoto[], onOrder: (ids: string[], moved: string) => void) {
  const [dragged, setDragged] = useState<{ id: string; ids: string[] } | null>(null);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const handleToFocus = useRef<string | null>(null);
  const stopListening = useRef(() => {});
  const ids = dragged?.ids ?? photos.map(({ id }) => id);
  const firstMovable = photos.some(({ main }) => main) ? 1 : 0;
  const isMovable = (id: string) => !photos.find((photo) => photo.id === id)?.main && photos.length > firstMovable + 1;
  const order = ids.join();

  useOnUnmount(() => stopListening.current());
  // keep the focus on the handle of a photo moved by keys: moving an element loses its focus
  useEffect(() => {
    if (handleToFocus.current && order) document.getElementById(`handle-${handleToFocus.current}`)?.focus();
    handleToFocus.current = null;
  }, [order]);

  const onMove = (event: globalThis.PointerEvent) => {
    const current = drag.current;
    if (current === null) return;
    if (!current.started && Math.hypot(event.clientX - current.x, event.clientY - current.y) < threshold) return;
    current.started = true;
    wasDragged.current = true;
    if (event.clientY < edge) window.scrollBy(0, -scrollStep);
    if (event.clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep);
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-photo]");
    const to = current.ids.indexOf(target?.dataset.photo ?? "");
    if (to >= firstMovable) current.ids = moveId(current.ids, current.id, to);
    setDragged({ id: current.id, ids: current.ids });
  };
  const endDrag = (keep: boolean) => {
    const now = drag.current;
    stopListening.current();
    drag.current = null;
    setDragged(null);
    if (keep && now?.started && now.ids.join() !== photos.map(({ id }) => id).join()) onOrder(now.ids, now.id);
  };
  const beginDrag = (event: PointerEvent, id: string) => {
    wasDragged.current = false;
    if (event.button !== 0 || !isMovable(id)) return;
    drag.current = { id, x: event.clientX, y: event.clientY, ids: photos.map((photo) => photo.id), started: false };
    const listening = new AbortController();
    const { signal } = listening;
    stopListening.current = () => listening.abort();
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", () => endDrag(true), { signal });
    window.addEventListener("pointercancel", () => endDrag(false), { signal });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && endDrag(false), { signal });
  };
  const canStep = (id: string, by: number) => {
    const to = ids.indexOf(id) + by;
    return isMovable(id) && to >= firstMovable && to < ids.length;
  };
  const step = (id: string, by: number) => {
    if (canStep(id, by)) onOrder(moveId(ids, id, ids.indexOf(id) + by), id);
  };

  return {
    ids,
    moving: dragged?.id ?? null,
    isMovable,
    canStep,
    step,
    /** Props of a photo's element, which is marked with `data-photo`. */
    place: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === "mouse") beginDrag(event, id);
      },
      onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
      // releasing a drag is not a click
      onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
        if (!wasDragged.current) return;
        wasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    }),
    handle: (id: string) => ({
      id: `handle-${id}`,
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") beginDrag(event, id);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const by = keySteps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        if (canStep(id, by)) handleToFocus.current = id;
        step(id, by);
      },
    }),
  };
}
