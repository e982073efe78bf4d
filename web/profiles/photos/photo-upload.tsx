import { type DragEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { photoLimits } from "#contract/constants.ts";
import { maxPhotoBytes, type OwnPhoto, type OwnPhotos } from "#contract/photos.ts";
import { useLiveEvent, useMember } from "#web/lib/live-state.ts";
import { useOutbox } from "#web/lib/outbox.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { CheckedNote } from "#web/ui/checked-note.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { ChooseFiles, TakePhoto } from "./file-buttons.tsx";
import { sortByIds } from "./order-rules.ts";
import { OwnPhotoTile } from "./own-photo-tile.tsx";
import { PhotoDialogs, usePhotoDialog } from "./photo-dialogs.tsx";
import { findProblem, measurePicture, toMegabytes } from "./picture-check.ts";
import { sendPhoto } from "./send-photo.ts";
import { UploadProblem, UploadTile } from "./upload-tile.tsx";
import { createUploads, listPendingUploads, type Upload } from "./uploads.ts";
import { useOwnPhotos } from "./use-own-photos.ts";
import { usePhotoOrder } from "./use-photo-order.ts";

type Props = {
  /** The member's photos if the page has loaded them; otherwise they are fetched. */
  loaded?: OwnPhotos;
  /** Says beside the number of photos what Premium adds. */
  offersPremium?: boolean;
  onUploaded?: (photo: OwnPhoto) => void;
};

/** Takes photos by file chooser, camera, drop or paste, several at once. Only for logged-in users. */
export function PhotoUpload({ loaded, offersPremium = false, onUploaded }: Props) {
  const t = useTexts("photos");
  // until the address is confirmed, others see no photo
  const confirmed = useMember()?.status !== "not_confirmed";
  const own = useOwnPhotos(loaded);
  /** What the member's last action did. */
  const [announced, setAnnounced] = useState("");
  /** The check ends at any time, and what it says takes nothing away that the member still reads. */
  const [hasApproved, setHasApproved] = useState(false);
  const [uploadedCount, setUploadedCount] = useState(0);
  const [leftOutCount, setLeftOutCount] = useState(0);
  const clearStatus = () => {
    setAnnounced("");
    setHasApproved(false);
  };
  const dialog = usePhotoDialog();
  const list = useRef<HTMLUListElement>(null);
  const uploads = useOutbox(createUploads, {
    send: sendPhoto,
    onDone: (photo: OwnPhoto) => {
      own.addPhoto(photo);
      clearStatus();
      setUploadedCount((count) => count + 1);
      onUploaded?.(photo);
    },
    preview: (file: File) => URL.createObjectURL(file),
    measure: measurePicture,
    release: (preview: string) => URL.revokeObjectURL(preview),
  });
  useLiveEvent((event) => {
    if (event.type === "photo") setHasApproved(true);
  });
  const order = usePhotoOrder(own.photos, (ids, id) => {
    setAnnounced(t("own.moved", { number: ids.indexOf(id) + 1, total: ids.length }));
    own.reorder(ids);
  });
  const photos = sortByIds(own.photos, order.ids);
  const isStuck = ({ state }: Upload) => state === "refused" || state === "unknown";
  const uploading = uploads.items.filter((upload) => !isStuck(upload));
  const stuck = uploads.items.filter(isStuck);
  const freePlaces =
    own.limit === null ? 0 : Math.max(0, own.limit - photos.length - listPendingUploads(uploads.items).length);

  const add = (files: readonly File[]) => {
    const validFiles = files.filter((file) => findProblem(file) === undefined);
    const fittingFiles = validFiles.slice(0, freePlaces);
    setLeftOutCount(validFiles.length - fittingFiles.length);
    clearStatus();
    setUploadedCount(0);
    uploads.add(files.filter((file) => fittingFiles.includes(file) || findProblem(file) !== undefined));
  };
  const { isDraggedOver, handlers: dropHandlers } = useDroppedFiles(add);
  const isDone = announced === "" && uploadedCount > 0 && !hasApproved;
  const statusTexts = [
    announced,
    isDone ? t("upload.done", { count: uploadedCount }) : "",
    hasApproved ? t(confirmed ? "own.approved" : "own.approved_unconfirmed") : "",
  ].filter((text) => text !== "");

  return (
    <div className={`photo-upload ${isDraggedOver ? "photo-upload-over" : ""}`} {...dropHandlers}>
      <FormError failure={own.failure} />
      <ul ref={list} tabIndex={-1} aria-label={t("own.title")} className="photo-tiles outline-none">
        {photos.map((photo, at) => (
          <li key={photo.id} data-photo={photo.id} className="min-w-0" {...order.place(photo.id)}>
            <OwnPhotoTile
              photo={photo}
              number={at + 1}
              total={photos.length}
              moving={order.moving === photo.id}
              handle={order.isMovable(photo.id) ? order.handle(photo.id) : null}
              onEdit={() => {
                clearStatus();
                dialog.open("edit", photo.id);
              }}
            />
          </li>
        ))}
        {uploading.map((upload) => (
          <li key={upload.key}>
            <UploadTile upload={upload} onRemove={() => uploads.remove(upload.key)} />
          </li>
        ))}
        {own.limit === null ? (
          <li className="noscript:hidden">
            <Skeleton className="photo-tile" />
          </li>
        ) : null}
        {freePlaces > 0 ? (
          <li className="noscript:hidden">
            <ChooseFiles first={photos.length === 0} room={freePlaces} onFiles={add} />
          </li>
        ) : null}
      </ul>
      <div role="status">
        {statusTexts.map((text) => (
          <p key={text} className="mt-3 font-medium text-secondary-ink">
            {text}
          </p>
        ))}
        {leftOutCount > 0 ? <p className="mt-3 font-medium">{t("upload.left_out", { count: leftOutCount })}</p> : null}
      </div>
      <ul aria-live="polite" className="mt-3 flex flex-col gap-2 empty:hidden">
        {stuck.map((upload) => (
          <li key={upload.key}>
            <UploadProblem
              upload={upload}
              onRemove={() => uploads.remove(upload.key)}
              onRetry={() => void uploads.retry(upload.key)}
            />
          </li>
        ))}
      </ul>
      <WithoutScripts>
        <p className="mt-3">{t("upload.scripts")}</p>
      </WithoutScripts>
      <div className="noscript:hidden">
        {freePlaces > 0 ? <TakePhoto onFiles={add} /> : null}
        {photos.length === 0 ? <CheckedNote of="photo" className="mt-3" /> : null}
        <p className="mt-3 font-medium">{t(confirmed ? "upload.checked_first" : "upload.checked_unconfirmed")}</p>
        {own.limit !== null && uploading.length === 0 ? (
          <PhotoRoom count={photos.length} limit={own.limit} offersPremium={offersPremium} />
        ) : null}
        {freePlaces > 0 ? (
          <p className="mt-1 text-muted text-sm">
            {t("upload.form", { size: toMegabytes(maxPhotoBytes) })}{" "}
            <span className="pointer-coarse:hidden">{t("upload.drop")}</span>
          </p>
        ) : null}
      </div>
      <PhotoDialogs
        dialog={dialog}
        photos={photos}
        own={own}
        order={order}
        said={announced}
        onSay={setAnnounced}
        onLeave={() => list.current?.focus()}
      />
    </div>
  );
}

type RoomProps = { count: number; limit: number; offersPremium: boolean };

/** How many photos the member has of the limit, and, without premium, what premium adds. */
function PhotoRoom({ count, limit, offersPremium }: RoomProps) {
  const t = useTexts("photos");
  if (count === 0) return null;
  return (
    <p className="mt-3 text-muted text-sm">
      {count < limit ? t("own.count", { count, limit }) : t("upload.full", { count })}{" "}
      {offersPremium && limit < photoLimits.premium ? (
        <>
          {t("upload.more_with_premium", { count: photoLimits.premium })}{" "}
          <Link to="/premium" className="link">
            {t("upload.see_premium")}
          </Link>
        </>
      ) : null}
    </p>
  );
}

const listFiles = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/** `isDraggedOver`: a file is over the element, which has the `handlers`; pasted anywhere on the page. */
function useDroppedFiles(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const take = (event: { preventDefault(): void }, data: DataTransfer | null) => {
    const files = listFiles(data);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  useEvents("paste", (event) => take(event, event.clipboardData));
  // outside the element a drop would make the browser open the file and leave the page
  useEvents(["dragover", "drop"], (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsDraggedOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
    },
    onDrop: (event: DragEvent) => {
      setIsDraggedOver(false);
      take(event, event.dataTransfer);
    },
  };
  return { isDraggedOver, handlers };
}
