import { useCallback, useEffect, useRef, useState } from "react";
import { deletePhoto, getPhotos, type OwnPhoto, type OwnPhotos, orderPhotos, setMainPhoto } from "#contract/photos.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useCall } from "#web/lib/use-call.ts";
import { sortByIds } from "./order-rules.ts";

/**
 * The viewer's own photos and their changes; fetched if the page has not loaded them. Each change refreshes the
 * session, as the rest of the page shows the main photo.
 */
export function useOwnPhotos(loaded: OwnPhotos | undefined) {
  const [own, setOwn] = useState(loaded);
  const { refresh } = useSession();
  const deleting = useCall(deletePhoto);
  const choosing = useCall(setMainPhoto);
  const ordering = useCall(orderPhotos);
  /** The order that the page shows but the server may not have yet. */
  const unsavedOrder = useRef<readonly string[] | null>(null);
  const isSaving = useRef(false);

  useEffect(() => {
    // Data loaded before the newest order was saved would show the old order for a moment. React may render such data
    // even after the answer came. So until newer data is loaded, the page shows the answer.
    if (loaded && !isSaving.current) setOwn(loaded);
  }, [loaded]);
  useEffect(() => {
    if (loaded) return;
    const abortController = new AbortController();
    call(getPhotos, { signal: abortController.signal }).then(setOwn, () => undefined);
    return () => abortController.abort();
  }, [loaded]);
  useLiveEvent((event) => {
    if (event.type !== "photo") return;
    const { photo: id, status } = event;
    setOwn(
      (known) => known && { ...known, photos: known.photos.map((one) => (one.id === id ? { ...one, status } : one)) },
    );
    void refresh();
  });

  const applyAnswer = useCallback(
    (answer: OwnPhotos | null) => {
      if (answer === null) return false;
      setOwn(answer);
      void refresh();
      return true;
    },
    [refresh],
  );
  /** Shows the new order at once and saves it; if changes come fast, only the latest is saved. */
  const reorder = async (ids: readonly string[]) => {
    unsavedOrder.current = ids;
    setOwn((known) => known && { ...known, photos: sortByIds(known.photos, ids) });
    if (isSaving.current) return;
    isSaving.current = true;
    while (unsavedOrder.current) {
      const photos: readonly string[] = unsavedOrder.current;
      const answer = await ordering.run({ body: { photos: [...photos] } });
      // the order changed during the request, so this answer is out of date
      if (unsavedOrder.current !== photos) continue;
      unsavedOrder.current = null;
      setOwn(answer ?? (await call(getPhotos, {}).catch(() => own)));
      await refresh();
    }
    isSaving.current = false;
  };
  return {
    photos: own?.photos ?? [],
    /** Null until loaded. */
    limit: own?.limit ?? null,
    failure: deleting.failure ?? choosing.failure ?? ordering.failure,
    /** Shows a call's answer; returns whether the call succeeded. */
    applyAnswer,
    reorder,
    addPhoto: (photo: OwnPhoto) => {
      setOwn((known) => known && { ...known, photos: [...known.photos.filter(({ id }) => id !== photo.id), photo] });
      void refresh();
    },
    /** Both return whether the call succeeded. */
    remove: async (photo: string) => applyAnswer(await deleting.run({ body: { photo } })),
    makeMain: async (photo: string) => applyAnswer(await choosing.run({ body: { photo } })),
  };
}
