import { useCallback, useEffect } from "react";
import { photoRejections } from "#contract/attachments.ts";
import { decidePhoto, type QueuedPhoto, takePhotos } from "#contract/office.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";
import type { Route } from "./+types/photo-queue.ts";
import { loadStaff } from "./load-staff.ts";
import { PersonLine } from "./person-line.tsx";
import { type Choice, QueuePage } from "./queue-page.tsx";
import { pageSize } from "./use-queue.ts";

type Verdict = Parameters<typeof sendVerdict>[1];

const sendVerdict = (id: string, verdict: "approved" | (typeof photoRejections)[number]) =>
  call(decidePhoto, { body: { id, verdict }, key: newKey() });

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, takePhotos, { body: { count: pageSize } });
}

/** The queue is not loaded again while staff work through it. */
export function shouldRevalidate(): boolean {
  return false;
}

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
export function usePreload(addresses: readonly string[]): void {
  const list = addresses.join("\n");
  useEffect(() => {
    for (const address of list.split("\n").filter((line) => line !== "")) new Image().src = address;
  }, [list]);
}

function Photo({ photo, next }: { photo: QueuedPhoto; next: readonly QueuedPhoto[] }) {
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

/** D8.2: the photos under inspection, the oldest first. */
export default function PhotoQueue({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff");
  const choices = usePhotoChoices();
  const take = useCallback(
    (after: { since: string; id: string } | undefined) => call(takePhotos, { body: { count: pageSize, after } }),
    [],
  );
  return (
    <QueuePage
      name="photos"
      first={loaderData}
      take={take}
      decide={(photo, verdict) => sendVerdict(photo.id, verdict as Verdict)}
      choices={() => choices}
      title={(photo) => t("queue.photo_of", { name: photo.member.name })}
    >
      {(photo, next) => <Photo photo={photo} next={next} />}
    </QueuePage>
  );
}
