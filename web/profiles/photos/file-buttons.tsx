import { Camera, ImagePlus } from "lucide-react";
import { useId } from "react";
import { photoMediaTypes } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";

type Choosing = { onFiles: (files: readonly File[]) => void };

type InputProps = Choosing & { id: string; camera?: "user" | "environment"; multiple?: boolean };

/** The browser's own file field, for a label that looks like a button. `camera`: which camera a phone opens. */
export function FileInput({ id, onFiles, camera, multiple = camera === undefined }: InputProps) {
  return (
    <input
      id={id}
      type="file"
      accept={photoMediaTypes.join(",")}
      multiple={multiple}
      capture={camera}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // the same file may be chosen again
        currentTarget.value = "";
        onFiles(files);
      }}
    />
  );
}

/** The tile that opens the file chooser. For the first photo it says what to show, later how many more fit. */
export function ChooseFiles({ first, room, onFiles }: Choosing & { first: boolean; room: number }) {
  const t = useTexts("photos");
  const id = useId();
  return (
    <label htmlFor={id} className="photo-tile photo-add">
      <FileInput id={id} onFiles={onFiles} />
      <ImagePlus aria-hidden className="size-8" />
      <span className="font-semibold">{t(first ? "upload.choose_first" : "upload.choose")}</span>
      <span className="text-muted text-xs">{first ? t("upload.first_hint") : t("upload.room", { count: room })}</span>
    </label>
  );
}

/** The camera button is for phones; elsewhere the file chooser offers the camera itself. */
export function TakePhoto({ onFiles }: Choosing) {
  const t = useTexts("photos");
  const id = useId();
  return (
    <label htmlFor={id} className="button button-outline photo-camera">
      <FileInput id={id} camera="user" onFiles={onFiles} />
      <Camera aria-hidden className="size-5" />
      {t("upload.camera")}
    </label>
  );
}
