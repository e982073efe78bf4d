import { Eye, EyeOff, Mic, MicOff, Minimize2, PhoneOff, Video, VideoOff } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Clock } from "./clock.tsx";
import { MediaNote } from "./media-note.tsx";
import { leave, type RunningTalk, setClear, setMuted, type TalkView, turnCamera } from "./talk-session.ts";

type Props = { view: Extract<TalkView, { step: "asking" | "running" }>; onSmall: () => void };

/** The call as a whole screen. Closing it, or Back, makes it a bar: the call goes on. */
export function TalkScreen({ view, onSmall }: Props) {
  const t = useTexts("talks");
  const { name } = view.talk.profile;
  return (
    <Dialog
      open
      large
      onClose={onSmall}
      title={t("title", { name })}
      closeLabel={t("smaller")}
      closeSign={<Minimize2 aria-hidden className="size-5" />}
    >
      <div className="talk-screen">
        {view.step === "running" ? <Running view={view} /> : <RingsThere view={view} />}
      </div>
    </Dialog>
  );
}

function RingsThere({ view: { talk } }: { view: Extract<TalkView, { step: "asking" }> }) {
  const t = useTexts("talks");
  const { profile } = talk;
  return (
    <>
      <div className="talk-stage">
        <Face profile={profile} />
      </div>
      <p role="status" className="text-center font-semibold text-lg">
        {t("asking.title", { name: profile.name })}
      </p>
      <p className="mt-1 text-center text-muted">{t("asking.text", { name: profile.name })}</p>
      <div className="talk-controls">
        <Control look="end" label={t("asking.cancel")} onClick={() => void leave()}>
          <PhoneOff aria-hidden className="size-6" />
        </Control>
      </div>
    </>
  );
}

function Running({ view }: { view: RunningTalk }) {
  const t = useTexts("talks");
  const { talk, peer, since, muted, camera, clear, own, theirs } = view;
  const { name } = talk.profile;
  const isCameraOn = camera.state === "on";
  const seesThem = talk.theirs.camera && theirs.picture !== null;
  return (
    <>
      <div className="talk-stage">
        {seesThem && theirs.picture ? (
          <Picture track={theirs.picture} label={t("picture.theirs", { name })} className="talk-theirs" />
        ) : (
          <Face profile={talk.profile} />
        )}
        {own === null ? null : <Picture track={own} label={t("picture.own")} className="talk-own" />}
      </div>
      <p className="text-center font-semibold text-lg">
        <Clock since={since} />
      </p>
      <p role="status" className="text-center text-muted">
        {t(`peer.${peer}`)}
      </p>
      <Clarity view={view} />
      <Charges view={view} />
      <MediaNote problem={camera.problem} device="camera" />
      <div className="talk-controls">
        <Control
          label={t(muted ? "control.unmute" : "control.mute")}
          look={muted ? "on" : "plain"}
          onClick={() => setMuted(!muted)}
        >
          {muted ? <MicOff aria-hidden className="size-6" /> : <Mic aria-hidden className="size-6" />}
        </Control>
        <Control
          label={t(isCameraOn ? "control.camera_off" : "control.camera_on")}
          look={isCameraOn ? "on" : "plain"}
          busy={camera.state === "starting"}
          onClick={() => void turnCamera(!isCameraOn)}
        >
          {isCameraOn ? <VideoOff aria-hidden className="size-6" /> : <Video aria-hidden className="size-6" />}
        </Control>
        {isCameraOn || talk.theirs.camera ? (
          <Control
            label={t(clear ? "control.clear_off" : "control.clear_on")}
            look={clear ? "on" : "plain"}
            onClick={() => setClear(!clear)}
          >
            {clear ? <EyeOff aria-hidden className="size-6" /> : <Eye aria-hidden className="size-6" />}
          </Control>
        ) : null}
        <Control look="end" label={t("control.hang_up")} onClick={() => void leave()}>
          <PhoneOff aria-hidden className="size-6" />
        </Control>
      </div>
    </>
  );
}

/** Whether the pictures are clear, and who still has to agree. */
function Clarity({ view: { talk, camera, clear } }: { view: RunningTalk }) {
  const t = useTexts("talks");
  const { name } = talk.profile;
  const hasPicture = camera.state === "on" || talk.theirs.camera;
  const state = clear ? (talk.theirs.clear ? "both" : "mine") : talk.theirs.clear ? "theirs" : "none";
  return (
    <p role="status" className="mt-2 min-h-6 text-center text-sm">
      {hasPicture ? t(`clarity.${state}`, { name }) : null}
    </p>
  );
}

/** What the one who asked has paid, and when the credits end. */
function Charges({ view: { talk } }: { view: RunningTalk }) {
  const t = useTexts("talks");
  const format = useFormat();
  if (talk.role === "asked" || talk.minute_credits === 0) return null;
  return (
    <>
      <p className="text-center text-muted text-sm">{t("price.charged", { count: talk.charged })}</p>
      <p role="alert" className="text-center font-semibold text-warning-ink">
        {talk.credits_end_at === null ? null : t("price.ends", { time: format.time(talk.credits_end_at) })}
      </p>
    </>
  );
}

const looks = { plain: "", on: "talk-control-on", end: "talk-control-end" };

type ControlProps = {
  label: string;
  look: keyof typeof looks;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A round button with its word below it. */
function Control({ label, look, busy = false, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      className={`talk-control ${looks[look]}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className="talk-control-sign">{children}</span>
      <span>{label}</span>
    </button>
  );
}

function Face({ profile }: { profile: RunningTalk["talk"]["profile"] }) {
  return (
    <div className="flex flex-col items-center gap-3">
      <span className="talk-face">
        <Avatar image={profile.main_image} size="large" />
      </span>
      <MemberLabel member={profile} />
    </div>
  );
}

function Picture({ track, label, className }: { track: MediaStreamTrack; label: string; className: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track]);
  }, [track]);
  return <video ref={video} autoPlay playsInline muted aria-label={label} className={className} />;
}
