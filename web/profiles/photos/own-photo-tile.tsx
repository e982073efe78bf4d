import { GripVertical, Pencil, Star } from "lucide-react";
import type { HTMLAttributes } from "react";
import type { OwnPhoto } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { InspectionMark } from "./inspection-mark.tsx";

const sizes = "(min-width: 768px) 160px, 50vw";

type Props = {
  photo: OwnPhoto;
  number: number;
  total: number;
  moving: boolean;
  handle: HTMLAttributes<HTMLElement> | null;
  onEdit: () => void;
};

/** A press opens its actions. Without a caption it asks for one: nothing else describes the photo (WCAG 1.1.1). */
export function OwnPhotoTile({ photo, number, total, moving, handle, onEdit }: Props) {
  const t = useTexts("photos");
  const alt = t("own.photo", { number, total });
  return (
    <>
      <div id={`photo-${photo.id}`} className={`photo-tile ${moving ? "photo-tile-moving" : ""}`}>
        <Photo
          image={photo}
          alt={photo.caption === "" ? alt : photo.caption}
          sizes={sizes}
          eager={number < 4}
          className="size-full"
        />
        <div className="photo-tools">
          {handle ? (
            <button
              {...handle}
              type="button"
              className="photo-tool photo-handle"
              aria-label={t("own.move_for", { number })}
              title={t("own.move")}
            >
              <GripVertical aria-hidden />
            </button>
          ) : null}
          <button
            type="button"
            className="photo-tool photo-edit"
            aria-label={t("own.edit_for", { number })}
            title={t("own.edit")}
            onClick={onEdit}
          >
            <Pencil aria-hidden />
          </button>
        </div>
      </div>
      {/* below: on the photo they would cover the face */}
      <p className="mt-1.5 flex flex-wrap items-start gap-1 empty:hidden">
        {photo.status === "inspection" ? <InspectionMark /> : null}
        {photo.main ? (
          <span className="photo-mark photo-mark-main">
            <Star aria-hidden className="size-3.5 shrink-0 fill-current" />
            <span>{t("own.main")}</span>
          </span>
        ) : null}
      </p>
      {photo.caption === "" ? (
        <button
          type="button"
          className="link min-h-11 w-full truncate text-start text-xs"
          aria-label={t("own.describe_for", { number })}
          title={t("own.describe_for", { number })}
          onClick={onEdit}
        >
          {t("own.describe")}
        </button>
      ) : (
        <p aria-hidden="true" className="mt-1 truncate text-muted text-xs">
          {photo.caption}
        </p>
      )}
    </>
  );
}
