import { useEffect } from "react";
import { photoRejections } from "#contract/attachments.ts";
import type { QueuedPhoto } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PersonLine } from "./person-line.tsx";
import type { Choice } from "./queue-page.tsx";

/** Approving is one key; each reason for rejecting is another one. */
export function usePhotoChoices() {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const main: Choice[] = [{ press: "a", verdict: "approved", label: t("queue.approve"), look: "secondary" }];
  const choices = photoRejections.map(
    (reason, at): Choice => ({ press: String(at + 1), verdict: reason, label: decisions(`ground.${reason}`) }),
  );
  return { main, group: { label: t("queue.reject"), choices } };
}

/** Loads pictures before they are shown. */
function usePreload(addresses: readonly string[]): void {
  const list = addresses.join("\n");
  useEffect(() => {
    for (const address of list.split("\n").filter((line) => line !== "")) new Image().src = address;
  }, [list]);
}

/** A whole photo under inspection, with its owner. */
export function InspectedPhoto({ photo, next }: { photo: QueuedPhoto; next: readonly QueuedPhoto[] }) {
  const t = useTexts("staff");
  usePreload(next.map(({ image }) => image));
  const { member, age, site, since, caption } = photo;
  return (
    <>
      <img
        key={photo.id}
        src={photo.image}
        width={photo.width}
        height={photo.height}
        alt={t("queue.photo_of", { name: member.name })}
        className="queue-photo"
      />
      <div className="p-4 md:p-5">
        <PersonLine member={member} age={age} site={site} since={since}>
          {photo.main ? <Chip tone="tint">{t("queue.main")}</Chip> : null}
          {photo.reports > 0 ? <Chip tone="warning">{t("queue.open_reports", { count: photo.reports })}</Chip> : null}
        </PersonLine>
        {caption === "" ? null : <p className="mt-2 break-words">{caption}</p>}
      </div>
    </>
  );
}
