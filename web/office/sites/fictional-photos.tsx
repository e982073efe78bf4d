import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useRevalidator } from "react-router";
import { photoLimits } from "#contract/constants.ts";
import {
  addFictionalPhoto,
  type FictionalProfile,
  orderFictionalPhotos,
  removeFictionalPhoto,
} from "#contract/fictional-profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { DeletePhoto } from "#web/profiles/photos/delete-photo.tsx";
import { FileInput } from "#web/profiles/photos/file-buttons.tsx";
import { InspectionMark } from "#web/profiles/photos/inspection-mark.tsx";
import { moveId } from "#web/profiles/photos/order-rules.ts";
import { FormError } from "#web/ui/form-error.tsx";

type ToolProps = { label: string; onClick: () => void; disabled: boolean; children: ReactNode };

function Tool({ label, onClick, disabled, children }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
    >
      {children}
    </button>
  );
}

/** The photos of a fictional profile: the first one is the main one. */
export function FictionalPhotos({ site, profile }: { site: string; profile: FictionalProfile }) {
  const t = useTexts("staff-sites");
  const words = useTexts("photos");
  const id = useId();
  const { revalidate } = useRevalidator();
  const adding = useCall(addFictionalPhoto);
  const ordering = useCall(orderFictionalPhotos);
  const removing = useCall(removeFictionalPhoto);
  const [said, setSaid] = useState("");
  const [unwanted, setUnwanted] = useState<string | null>(null);
  const { photos } = profile;
  const ids = photos.map((photo) => photo.id);
  const photoSet = { site, id: profile.id };
  const pending = adding.pending || ordering.pending || removing.pending;
  const clearFailures = () => {
    for (const each of [adding, ordering, removing]) each.clearFailure();
    setSaid("");
  };
  const showResult = async (answer: object | null, text: string) => {
    if (answer) setSaid(text);
    // also after a failure: someone else may have changed the photos
    await revalidate();
  };
  const add = async ([file]: readonly File[]) => {
    if (!file || pending) return;
    clearFailures();
    await showResult(await adding.run({ body: { ...photoSet, file } }), words("upload.done", { count: 1 }));
  };
  const move = async (id: string, to: number) => {
    clearFailures();
    const answer = await ordering.run({ body: { ...photoSet, photos: moveId(ids, id, to) } });
    await showResult(answer, words("own.moved", { number: to + 1, total: ids.length }));
  };
  const remove = async (photo: string) => {
    setUnwanted(null);
    clearFailures();
    await showResult(await removing.run({ body: { ...photoSet, photo } }), words("own.removed"));
  };
  return (
    <div className="mb-4">
      <FormError failure={adding.failure ?? ordering.failure ?? removing.failure} />
      <ul className="flex flex-wrap gap-3">
        {photos.map((photo, index) => {
          const values = { number: index + 1, total: photos.length, name: profile.name };
          const describeAction = (action: string) => `${action}: ${words("own.photo", values)}`;
          return (
            <li key={photo.id} className="w-36">
              <div className="relative">
                <img
                  src={photo.image}
                  alt={t("fictional.photo_of", values)}
                  className="aspect-4/5 w-full rounded-md object-cover"
                />
                {photo.waits ? (
                  <p className="photo-marks">
                    <InspectionMark />
                  </p>
                ) : null}
              </div>
              <div className="flex justify-between">
                <Tool
                  label={describeAction(words("edit.earlier"))}
                  onClick={() => move(photo.id, index - 1)}
                  disabled={index === 0 || pending}
                >
                  <ArrowLeft aria-hidden className="size-5" />
                </Tool>
                <Tool
                  label={describeAction(words("edit.later"))}
                  onClick={() => move(photo.id, index + 1)}
                  disabled={index === photos.length - 1 || pending}
                >
                  <ArrowRight aria-hidden className="size-5" />
                </Tool>
                <Tool
                  label={describeAction(words("own.remove"))}
                  onClick={() => setUnwanted(photo.id)}
                  disabled={pending}
                >
                  <Trash2 aria-hidden className="size-5" />
                </Tool>
              </div>
            </li>
          );
        })}
      </ul>
      {photos.length < photoLimits.free ? (
        <label htmlFor={id} className="button button-outline mt-2" aria-busy={adding.pending}>
          <FileInput id={id} multiple={false} onFiles={add} />
          <ImagePlus aria-hidden className="size-5" />
          {words("upload.choose_first")}
        </label>
      ) : null}
      <DeletePhoto
        photo={unwanted === null ? null : { id: unwanted, main: unwanted === ids[0] }}
        others={false}
        onKeep={() => setUnwanted(null)}
        onDelete={({ id: photo }) => remove(photo)}
      />
      <p role="status" className="mt-1 text-secondary-ink text-sm empty:hidden">
        {said}
      </p>
    </div>
  );
}
