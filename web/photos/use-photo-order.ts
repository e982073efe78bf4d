import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { OwnPhoto } from "#contract/photos.ts";
import { moveId } from "./order-rules.ts";

/** Pixels of movement before a press becomes a drag. */
const threshold = 6;
/** Auto-scroll: the distance to the window's edge, in pixels, and the step. */
const edge = 72;
const scrollStep = 14;

type Drag = { id: string; x: number; y: number; ids: string[]; started: boolean };

const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Orders photos: dragged by mouse anywhere or by finger on the handle, moved by arrow keys on the handle, or by a step.
 * The main photo stays first. `ids` is the order if the drag ended now.
 */
export function usePhotoOrder(photos: readonly OwnPhoto[], onOrder: (ids: string[], moved: string) => void) {
  const [dragged, setDragged] = useState<{ id: string; ids: string[] } | null>(null);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const refocus = useRef<string | null>(null);
  const stop = useRef(() => {});
  const ids = dragged?.ids ?? photos.map(({ id }) => id);
  const first = photos.some(({ main }) => main) ? 1 : 0;
  const movable = (id: string) => !photos.find((photo) => photo.id === id)?.main && photos.length > first + 1;
  const order = ids.join();

  useEffect(() => () => stop.current(), []);
  // keep the focus on the handle of a photo moved by keys: moving an element loses its focus
  useEffect(() => {
    if (refocus.current && order) document.getElementById(`handle-${refocus.current}`)?.focus();
    refocus.current = null;
  }, [order]);

  const over = (event: globalThis.PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    if (!now.started && Math.hypot(event.clientX - now.x, event.clientY - now.y) < threshold) return;
    now.started = true;
    wasDragged.current = true;
    if (event.clientY < edge) window.scrollBy(0, -scrollStep);
    if (event.clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep);
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-photo]");
    const to = now.ids.indexOf(target?.dataset.photo ?? "");
    if (to >= first) now.ids = moveId(now.ids, now.id, to);
    setDragged({ id: now.id, ids: now.ids });
  };
  const end = (keep: boolean) => {
    const now = drag.current;
    stop.current();
    drag.current = null;
    setDragged(null);
    if (keep && now?.started && now.ids.join() !== photos.map(({ id }) => id).join()) onOrder(now.ids, now.id);
  };
  const begin = (event: PointerEvent, id: string) => {
    wasDragged.current = false;
    if (event.button !== 0 || !movable(id)) return;
    drag.current = { id, x: event.clientX, y: event.clientY, ids: photos.map((photo) => photo.id), started: false };
    const listening = new AbortController();
    const { signal } = listening;
    stop.current = () => listening.abort();
    window.addEventListener("pointermove", over, { signal });
    window.addEventListener("pointerup", () => end(true), { signal });
    window.addEventListener("pointercancel", () => end(false), { signal });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
  };
  const canStep = (id: string, by: number) => {
    const to = ids.indexOf(id) + by;
    return movable(id) && to >= first && to < ids.length;
  };
  const step = (id: string, by: number) => {
    if (canStep(id, by)) onOrder(moveId(ids, id, ids.indexOf(id) + by), id);
  };

  return {
    ids,
    moving: dragged?.id ?? null,
    movable,
    canStep,
    step,
    /** Props of a photo's element, which is marked with `data-photo`. */
    place: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === "mouse") begin(event, id);
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
        if (event.pointerType !== "mouse") begin(event, id);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const by = keySteps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        if (canStep(id, by)) refocus.current = id;
        step(id, by);
      },
    }),
  };
}
