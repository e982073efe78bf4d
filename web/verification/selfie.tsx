import { Camera, Send } from "lucide-react";
import { useId } from "react";
import { maxPhotoBytes } from "#contract/photos.ts";
import { type Pose, sendSelfie, type Verification } from "#contract/verification.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FileInput } from "#web/photos/file-buttons.tsx";
import { megabytes } from "#web/photos/picture-check.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PoseDrawing } from "./pose-drawing.tsx";
import { useTaken } from "./use-taken.ts";

/** The pose to copy; then the selfie, which is sent once its member has looked at it. */
export function Selfie({ pose, onSent }: { pose: Pose; onSent: (verification: Verification) => void }) {
  const t = useTexts("verification");
  const photos = useTexts("photos");
  const id = useId();
  const { taken, problem, take } = useTaken();
  const { run, pending, failure, forget } = useCall(sendSelfie);
  const choose = (files: readonly File[]) => {
    forget();
    take(files);
  };
  const send = async () => {
    const answer = taken && (await run({ body: taken.file }));
    if (answer) onSent(answer.verification);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <PoseDrawing pose={pose} className="w-32 shrink-0 rounded-lg bg-surface" />
        <div className="min-w-36 flex-1">
          <p className="font-semibold">{t("pose_title")}</p>
          <p className="mt-1">{t(`pose.${pose}`)}</p>
        </div>
      </div>
      {taken ? (
        <img
          src={taken.address}
          alt={t("preview")}
          className="mt-4 max-h-96 w-full rounded-lg bg-surface object-contain"
        />
      ) : null}
      <p className="mt-3 text-muted text-sm">{t("private")}</p>
      <div role="alert">
        {problem ? (
          <p className="mt-3 font-medium text-danger-ink">
            {photos(`upload.${problem.kind}`, {
              size: megabytes(problem.size),
              max: megabytes(maxPhotoBytes),
              min: 200,
            })}
          </p>
        ) : null}
      </div>
      <FormError failure={failure} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        {taken ? (
          <Button pending={pending} onClick={send}>
            <Send aria-hidden className="size-5" />
            {t("send")}
          </Button>
        ) : null}
        <label htmlFor={id} className={`button ${taken ? "button-outline" : "button-primary"} selfie-button`}>
          <FileInput id={id} camera="user" onFiles={choose} />
          <Camera aria-hidden className="size-5" />
          {t(taken ? "again" : "take")}
        </label>
      </div>
    </>
  );
}
