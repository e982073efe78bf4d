import { useCallback, useState } from "react";
import { deletePhoto, getPhotos, type OwnPhoto, type OwnPhotos, orderPhotos, setMainPhoto } from "#contract/photos.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { createOutbox, useOutbox } from "#web/lib/outbox.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useAnswer } from "#web/lib/use-answer.ts";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { useLoadedState } from "#web/lib/use-loaded-state.ts";
import { sortByIds } from "./order-rules.ts";

/** Each change refreshes the session, as the rest of the page shows the main photo. */
export function useOwnPhotos(loaded: OwnPhotos | undefined) {
  const fetched = useAnswer(loaded ? null : "photos", (signal) => call(getPhotos, { signal }));
  const [own, setOwn] = useLoadedState(loaded ?? fetched?.answer);
  const { refresh } = useSession();
  const deleting = useCall(deletePhoto);
  const choosing = useCall(setMainPhoto);
  const [orderFailure, setOrderFailure] = useState<FormFailure | null>(null);
  /** Orders that the page shows but the server may not have yet; if changes come fast, only the latest is saved. */
  const orders = useOutbox(createOutbox<readonly string[]>, {
    merge: (_, newer) => newer,
    async send({ key, value }) {
      setOrderFailure(null);
      setOwn(await call(orderPhotos, { key, body: { photos: [...value] } }));
      // until newer data is loaded, the page shows this order: other data may have been loaded before it was saved
      await refresh();
    },
    onFailure(_, failure) {
      if (!failure.loginNeeded) setOrderFailure(failure);
      call(getPhotos, {}).then(setOwn, () => undefined);
      return null;
    },
  });
  const order = orders.items.at(-1)?.value ?? [];

  useLiveEvent((event) => {
    if (event.type !== "photo") return;
    const { photo: id, status } = event;
    setOwn(
      (previous) =>
        previous && { ...previous, photos: previous.photos.map((one) => (one.id === id ? { ...one, status } : one)) },
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
    [setOwn, refresh],
  );
  return {
    photos: sortByIds(own?.photos ?? [], order),
    limit: own?.limit ?? null,
    failure: deleting.failure ?? choosing.failure ?? orderFailure,
    applyAnswer,
    reorder: (ids: readonly string[]) => void orders.add(ids),
    addPhoto: (photo: OwnPhoto) => {
      setOwn(
        (previous) =>
          previous && { ...previous, photos: [...previous.photos.filter(({ id }) => id !== photo.id), photo] },
      );
      void refresh();
    },
    /** Both return whether the call succeeded. */
    remove: async (photo: string) => applyAnswer(await deleting.run({ body: { photo } })),
    makeMain: async (photo: string) => applyAnswer(await choosing.run({ body: { photo } })),
  };
}
