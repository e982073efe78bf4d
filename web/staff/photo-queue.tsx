import { useCallback } from "react";
import { decidePhoto, type photoVerdicts, takePhotos } from "#contract/office.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Route } from "./+types/photo-queue.ts";
import { InspectedPhoto, usePhotoChoices } from "./inspected-photo.tsx";
import { loadQueueLength } from "./load-queue.ts";
import { QueuePage } from "./queue-page.tsx";
import { type After, pageSize } from "./use-queue.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadQueueLength(context, "photos");
}

/** The queue is not loaded again while staff work through it. */
export function shouldRevalidate(): boolean {
  return false;
}

/** D8.2: the photos under inspection, the oldest first. */
export default function PhotoQueue({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff");
  const choices = usePhotoChoices();
  const take = useCallback((after: After) => call(takePhotos, { body: { count: pageSize, after } }), []);
  return (
    <QueuePage
      name="photos"
      waiting={loaderData}
      take={take}
      decide={({ id }, verdict) =>
        call(decidePhoto, { body: { id, verdict: verdict as (typeof photoVerdicts)[number] }, key: newKey() })
      }
      choices={() => choices}
      title={(photo) => t("queue.photo_of", { name: photo.member.name })}
    >
      {(photo, next) => <InspectedPhoto photo={photo} next={next} />}
    </QueuePage>
  );
}
