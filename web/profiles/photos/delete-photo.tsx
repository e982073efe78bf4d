import type { OwnPhoto } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

type Props<P> = {
  photo: P | null;
  others: boolean;
  /** As of `Dialog`. */
  hasEntry?: boolean;
  onKeep: () => void;
  onDelete: (photo: P) => void;
};

/** Asks for confirmation before a photo is deleted for good. */
export function DeletePhoto<P extends Pick<OwnPhoto, "id" | "main">>(props: Props<P>) {
  const { photo, others, hasEntry = false, onKeep, onDelete } = props;
  const t = useTexts("photos");
  return (
    <Dialog hasEntry={hasEntry} open={photo !== null} onClose={onKeep} title={t("own.remove_title")}>
      <p>{t("own.remove_text")}</p>
      {photo?.main && others ? <p className="mt-2">{t("own.remove_main")}</p> : null}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="danger" onClick={() => photo && onDelete(photo)}>
          {t("own.remove")}
        </Button>
        <Button look="outline" onClick={onKeep}>
          {t("own.remove_keep")}
        </Button>
      </div>
    </Dialog>
  );
}
