import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { OwnPhoto } from "#contract/photos.ts";
import { moved } from "./order-rules.ts";

/** Pixels until a press is meant as a drag. */
const threshold = 6;
/** How near to the window's edge the page begins to scroll along, in pixels, and how fast. */
const edge = 72;
const scrollStep = 14;

type Drag = { id: string; x: number; y: number; ids: string[]; begun: boolean };

const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Puts photos in order: dragged with the mouse anywhere on them or with a finger by their handle, moved by the arrow keys
 * on the handle, or by a step. The main photo stays first. `ids` is the order as it would be if it were let go now.
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
  // whoever moves a photo by keys stays on it: moving an element takes its focus
  useEffect(() => {
    if (refocus.current && order) document.getElementById(`handle-${refocus.current}`)?.focus();
    refocus.current = null;
  }, [order]);

  const over = (event: globalThis.PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    if (!now.begun && Math.hypot(event.clientX - now.x, event.clientY - now.y) < threshold) return;
    now.begun = true;
    wasDragged.current = true;
    if (event.clientY < edge) window.scrollBy(0, -scrollStep);
    if (event.clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep);
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-photo]");
    const to = now.ids.indexOf(target?.dataset.photo ?? "");
    if (to >= first) now.ids = moved(now.ids, now.id, to);
    setDragged({ id: now.id, ids: now.ids });
  };
  const end = (keep: boolean) => {
    const now = drag.current;
    stop.current();
    drag.current = null;
    setDragged(null);
    if (keep && now?.begun && now.ids.join() !== photos.map(({ id }) => id).join()) onOrder(now.ids, now.id);
  };
  const begin = (event: PointerEvent, id: string) => {
    wasDragged.current = false;
    if (event.button !== 0 || !movable(id)) return;
    drag.current = { id, x: event.clientX, y: event.clientY, ids: photos.map((photo) => photo.id), begun: false };
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
    if (canStep(id, by)) onOrder(moved(ids, id, ids.indexOf(id) + by), id);
  };

  return {
    ids,
    moving: dragged?.id ?? null,
    movable,
    canStep,
    step,
    /** For the place of a photo, marked with `data-photo`. */
    place: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === "mouse") begin(event, id);
      },
      onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
      // letting go is no click
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
