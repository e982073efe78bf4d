import { useRef } from "react";
import type { OwnPhoto } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { CropPhoto } from "./crop-photo.tsx";
import { DeletePhoto } from "./delete-photo.tsx";
import { EditPhoto } from "./edit-photo.tsx";
import type { useOwnPhotos } from "./use-own-photos.ts";
import type { usePhotoOrder } from "./use-photo-order.ts";

type DialogKind = "edit" | "crop" | "delete";

/** Which dialog is open, and for which photo. Each is a history entry, so that Back closes it. */
export function usePhotoDialog() {
  const { shows, open, close } = useOverlay("own-photo");
  const [what, id] = shows?.split(" ") ?? [];
  return {
    what: what as DialogKind | undefined,
    id,
    open: (next: DialogKind, photo: string) => open(`${next} ${photo}`),
    close,
  };
}

type Props = {
  dialog: ReturnType<typeof usePhotoDialog>;
  photos: readonly OwnPhoto[];
  own: ReturnType<typeof useOwnPhotos>;
  order: ReturnType<typeof usePhotoOrder>;
  said: string;
  onSay: (words: string) => void;
  /** Called if the photo may no longer exist, so that the focus moves elsewhere. */
  onLeave: () => void;
};

/** The dialogs for one photo. One leads to another; only one is open at a time. */
export function PhotoDialogs({ dialog, photos, own, order, said, onSay, onLeave }: Props) {
  const t = useTexts("photos");
  const drafts = useRef(new Map<string, string>());
  const index = photos.findIndex(({ id }) => id === dialog.id);
  const photo = photos[index] ?? null;
  const photoIfOpen = (what: DialogKind) => (dialog.what === what ? photo : null);
  // a dialog's close event comes when the next dialog is already open
  const createClose = (what: DialogKind) => () => void (dialog.what === what && dialog.close());
  const main = photos.find((one) => one.main);
  const mayBeMain = photo !== null && !photo.main && (photo.status === "active" || main?.status !== "active");
  const createStep = (by: number) => (photo && order.canStep(photo.id, by) ? () => order.step(photo.id, by) : null);

  return (
    <>
      <EditPhoto
        photo={photoIfOpen("edit")}
        number={index + 1}
        total={photos.length}
        said={said}
        draft={photo ? drafts.current.get(photo.id) : undefined}
        onDraft={(text) => photo && drafts.current.set(photo.id, text)}
        onSaved={(answer) => {
          if (photo) drafts.current.delete(photo.id);
          own.applyAnswer(answer);
        }}
        onClose={createClose("edit")}
        onMain={
          mayBeMain
            ? async () => {
                void dialog.close();
                if (await own.makeMain(photo.id)) onSay(t("own.main_set"));
                onLeave();
              }
            : null
        }
        onEarlier={createStep(-1)}
        onLater={createStep(1)}
        onCrop={() => photo && dialog.open("crop", photo.id)}
        onRemove={() => photo && dialog.open("delete", photo.id)}
      />
      <CropPhoto
        photo={photoIfOpen("crop")}
        onClose={createClose("crop")}
        onDone={(answer) => {
          own.applyAnswer(answer);
          onSay(t("crop.done"));
          void dialog.close();
        }}
      />
      <DeletePhoto
        hasEntry
        photo={photoIfOpen("delete")}
        others={photos.length > 1}
        onKeep={createClose("delete")}
        onDelete={async ({ id }) => {
          void dialog.close();
          if (await own.remove(id)) onSay(t("own.removed"));
          onLeave();
        }}
      />
    </>
  );
}
