import { BadgeCheck, Clock, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { askForPose, type Pose, sendSelfie, type Verification, withdrawVerification } from "#contract/verification.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AskTeam } from "./ask-team.tsx";
import { CameraForm } from "./camera-form.tsx";
import { PoseDrawing } from "./pose-drawing.tsx";

const tones = { verified: "good", waiting: "info", dropped: "warning" } as const;

/** Where the member stands, in words. */
function Standing({ verification: { state, reason } }: { verification: Verification }) {
  const t = useTexts("verification");
  if (state === "rejected") {
    return (
      <Notice tone="warning" title={t("rejected.title")}>
        {reason === null ? null : t(`reason.${reason}`)} <AskTeam />
      </Notice>
    );
  }
  if (state === "no_photo") return <Notice>{t("no_photo")}</Notice>;
  if (!hasOwn(tones, state)) return null;
  return (
    <Notice tone={tones[state]} title={t(`${state}.title`)}>
      {t(`${state}.text`)}
    </Notice>
  );
}

const startWords = { none: "start", dropped: "start", rejected: "retry" } as const;
const takeBackWords = { waiting: "take_back", verified: "remove" } as const;
const hasOwn = <Words extends object>(words: Words, state: PropertyKey): state is keyof Words =>
  Object.hasOwn(words, state);

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}

export function VerificationSection({ loaded }: { loaded: Verification }) {
  const t = useTexts("verification");
  const shell = useTexts("shell");
  const [verification, setVerification] = useState(loaded);
  const ask = useCall(askForPose);
  const takeBack = useCall(withdrawVerification);
  const { state, pose } = verification;
  const act = (call: typeof ask | typeof takeBack) => call.run({}, (answer) => setVerification(answer.verification));
  const icon = "mt-0.5 size-5 shrink-0 text-secondary-ink";
  return (
    <>
      <Standing verification={verification} />
      {state === "asked" && pose !== null ? (
        <Selfie pose={pose} onSent={setVerification} />
      ) : state === "none" || state === "rejected" || state === "dropped" || state === "no_photo" ? (
        <ul className="mt-4 grid gap-2 first:mt-0">
          <Line icon={<BadgeCheck aria-hidden className={icon} />}>{t("intro")}</Line>
          <Line icon={<ShieldCheck aria-hidden className={icon} />}>{t("private")}</Line>
          <Line icon={<Clock aria-hidden className={icon} />}>{t("free")}</Line>
        </ul>
      ) : null}
      <FormError failure={ask.failure ?? takeBack.failure} />
      <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
        {hasOwn(startWords, state) ? (
          <Button look="outline" pending={ask.pending} onClick={() => act(ask)}>
            <BadgeCheck aria-hidden className="size-5" />
            {t(startWords[state])}
          </Button>
        ) : null}
        {state === "asked" || hasOwn(takeBackWords, state) ? (
          <Button look="quiet" className="button-flush" pending={takeBack.pending} onClick={() => act(takeBack)}>
            {state === "asked" ? shell("cancel") : t(takeBackWords[state])}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** The pose to copy; then the selfie. */
function Selfie({ pose, onSent }: { pose: Pose; onSent: (verification: Verification) => void }) {
  const t = useTexts("verification");
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
      <CameraForm entry={sendSelfie} camera="user" words={words} onSent={({ verification }) => onSent(verification)}>
        <p className="mt-3 text-sm">{t("consent")}</p>
        <p className="mt-1 text-muted text-sm">{t("private")}</p>
      </CameraForm>
    </>
  );
}
