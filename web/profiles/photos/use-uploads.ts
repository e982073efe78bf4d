import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { OwnPhoto } from "#contract/photos.ts";
import { measurePicture } from "./picture-check.ts";
import { sendPhoto } from "./send-photo.ts";
import { createUploads, type Upload } from "./uploads.ts";

const noUploads: readonly Upload[] = [];

/** The uploads of one component; if it unmounts they continue, without reporting to it. */
export function useUploads(onDone: (photo: OwnPhoto) => void) {
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  const [uploads] = useState(() =>
    createUploads({
      send: sendPhoto,
      onDone: (photo) => latest.current(photo),
      preview: (file) => URL.createObjectURL(file),
      measure: measurePicture,
      release: (preview) => URL.revokeObjectURL(preview),
    }),
  );
  const items = useSyncExternalStore(uploads.listen, uploads.items, () => noUploads);
  return { items, add: uploads.add, retry: uploads.retry, remove: uploads.remove };
}
