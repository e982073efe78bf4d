import { useState } from "react";
import { getMemberFile, type MemberFile } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Props = { member: { id: string; name: string } };

/** The photos of a hit in place, also those being checked, and when others were taken down: the log says so. */
export function HitPhotos({ member: { id, name } }: Props) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const format = useFormat();
  const { run, pending, failure } = useCall(getMemberFile);
  const [file, setFile] = useState<MemberFile | null>(null);
  const [large, setLarge] = useState<string | null>(null);
  if (file === null) {
    return (
      <>
        <FormError failure={failure} />
        <Button look="outline" pending={pending} onClick={() => run({ query: { id } }, setFile)}>
          {t("photos")}
        </Button>
      </>
    );
  }
  const title = staff("queue.photo_of", { name });
  const rejected = file.safety?.decisions.filter(({ decision }) => decision === "photo_rejected") ?? [];
  return (
    <div className="found-photos">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {file.photos.map(({ id: photo, image, main, status }) => (
          <li key={photo}>
            <button type="button" className="block w-full" onClick={() => setLarge(image)}>
              <img src={image} alt={title} className="aspect-4/5 w-full rounded-md bg-surface object-cover" />
            </button>
            <p className="mt-1 flex flex-wrap gap-1.5 text-sm">
              {main ? <Chip tone="tint">{staff("queue.main")}</Chip> : null}
              {status === "active" ? null : <Chip tone="warning">{t(`photo.${status}`)}</Chip>}
            </p>
          </li>
        ))}
      </ul>
      {rejected.map(({ id: decision, at }) => (
        <p key={decision} className="mt-1 text-muted text-sm">
          {staff("notice.taken_down", { date: format.date(at) })}
        </p>
      ))}
      {large === null ? null : (
        <Dialog open large onClose={() => setLarge(null)} title={title}>
          <img src={large} alt={title} className="queue-photo rounded-md" />
        </Dialog>
      )}
    </div>
  );
}
