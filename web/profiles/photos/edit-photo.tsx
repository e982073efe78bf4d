import { ArrowLeft, ArrowRight, Crop, Star, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { captionPhoto, longestCaption, type OwnPhoto, type OwnPhotos } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { InspectionMark } from "./inspection-mark.tsx";

type CaptionProps = {
  photo: OwnPhoto;
  /** The unsaved caption from before the sheet was closed. */
  draft: string | undefined;
  onDraft: (text: string) => void;
  onSaved: (answer: OwnPhotos) => void;
};

function Caption({ photo, draft, onDraft, onSaved }: CaptionProps) {
  const t = useTexts("photos");
  const shell = useTexts("shell");
  const { run, pending, failure } = useCall(captionPhoto);
  const [saved, setSaved] = useState(false);
  return (
    <CallForm
      failure={failure}
      onSubmit={async ({ caption = "" }) => {
        const answer = await run({ body: { photo: photo.id, caption: caption.trim() || null } });
        setSaved(answer !== null);
        if (answer) onSaved(answer);
      }}
    >
      <TextField
        name="caption"
        label={t("edit.caption")}
        note={t("edit.caption_note", { count: longestCaption })}
        defaultValue={draft ?? photo.caption}
        maxLength={longestCaption}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          onDraft(currentTarget.value);
          setSaved(false);
        }}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" look="outline" pending={pending}>
          {shell("save")}
        </Button>
        <p role="status" className="text-secondary-ink text-sm">
          {saved ? t("edit.saved") : null}
        </p>
      </div>
    </CallForm>
  );
}

function Tool({ icon, children, ...rest }: { icon: ReactNode; children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="photo-action" {...rest}>
      {icon}
      {children}
    </button>
  );
}

export type PhotoActions = {
  /** Null if it can't be the main photo now. */
  onMain: (() => void) | null;
  onEarlier: (() => void) | null;
  onLater: (() => void) | null;
  onCrop: () => void;
  onRemove: () => void;
};

type Props = CaptionProps & PhotoActions & { onClose: () => void; number: number; total: number; said: string };

function Edit({
  photo,
  said,
  onMain,
  onEarlier,
  onLater,
  onCrop,
  onRemove,
  number,
  total,
  ...caption
}: Omit<Props, "onClose">) {
  const t = useTexts("photos");
  const icon = "size-5 shrink-0";
  return (
    <>
      <div className="mb-5 flex gap-4">
        <div className="w-28 shrink-0 sm:w-36">
          <Photo
            image={photo}
            alt={photo.caption === "" ? t("own.photo", { number, total }) : photo.caption}
            sizes="144px"
            className="aspect-4/5 rounded-md"
          />
        </div>
        <div className="flex min-w-0 grow flex-col">
          {photo.status === "inspection" ? (
            <div className="mb-2">
              <InspectionMark />
              <p className="mt-1 text-muted text-sm">{t("own.inspection_note")}</p>
            </div>
          ) : null}
          {photo.main ? <p className="mb-2 font-medium">{t("edit.is_main")}</p> : null}
          {onMain ? (
            <Tool icon={<Star aria-hidden className={icon} />} onClick={onMain}>
              {t("own.make_main")}
            </Tool>
          ) : null}
          <Tool icon={<Crop aria-hidden className={icon} />} onClick={onCrop}>
            {t("edit.crop")}
          </Tool>
          {onEarlier ? (
            <Tool icon={<ArrowLeft aria-hidden className={icon} />} onClick={onEarlier}>
              {t("edit.earlier")}
            </Tool>
          ) : null}
          {onLater ? (
            <Tool icon={<ArrowRight aria-hidden className={icon} />} onClick={onLater}>
              {t("edit.later")}
            </Tool>
          ) : null}
          <Tool icon={<Trash2 aria-hidden className={icon} />} onClick={onRemove}>
            {t("own.remove")}
          </Tool>
        </div>
      </div>
      <p role="status" className="-mt-2 mb-3 text-secondary-ink text-sm empty:hidden">
        {said}
      </p>
      <Caption key={photo.id} photo={photo} {...caption} />
    </>
  );
}

/** The actions for one of the member's own photos: caption, crop, order, main, delete; closed if null. */
export function EditPhoto({ photo, onClose, ...rest }: Omit<Props, "photo"> & { photo: OwnPhoto | null }) {
  const t = useTexts("photos");
  const { number, total } = rest;
  return (
    <Sheet hasEntry open={photo !== null} onClose={onClose} title={t("own.photo", { number, total })}>
      {photo ? <Edit photo={photo} {...rest} /> : null}
    </Sheet>
  );
}
