import { type Pose, sendSelfie, type Verification } from "#contract/verification.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { CameraForm } from "./camera-form.tsx";
import { PoseDrawing } from "./pose-drawing.tsx";

/** The pose to copy; then the selfie. */
export function Selfie({ pose, onSent }: { pose: Pose; onSent: (verification: Verification) => void }) {
  const t = useTexts("verification");
  const { run, pending, failure, clearFailure } = useCall(sendSelfie);
  const send = async (picture: File) => {
    const answer = await run({ body: picture });
    if (answer) onSent(answer.verification);
  };
  const words = { preview: t("preview"), take: t("take"), again: t("again"), send: t("send") };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <PoseDrawing pose={pose} className="w-32 shrink-0 rounded-lg bg-surface" />
        <div className="min-w-36 flex-1">
          <p className="font-semibold">{t("pose_title")}</p>
          <p className="mt-1">{t(`pose.${pose}`)}</p>
        </div>
      </div>
      <CameraForm camera="user" words={words} pending={pending} failure={failure} onTake={clearFailure} onSend={send}>
        <p className="mt-3 text-muted text-sm">{t("private")}</p>
      </CameraForm>
    </>
  );
}
