import { Clock3, EyeOff, IdCard, ImageOff } from "lucide-react";
import { type ReactNode, Suspense, useContext, useState } from "react";
import { Link } from "react-router";
import type { ChatPhoto, PhotoAttachment } from "#contract/attachments.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { onTracesDeleted } from "#web/lib/traces.ts";
import { Photo } from "#web/ui/photo.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { AgeProofNeeded } from "./partner.ts";

/** The messages whose photo the member has revealed: it is not blurred again. */
const revealedIn = new Set<string>();
onTracesDeleted(() => revealedIn.clear());

const FullPhoto = lazyPart(() => import("./full-photo.tsx"));

type Props = { id: string; photo: PhotoAttachment; mine: boolean; name: string };

export function PhotoInChat({ id, photo, mine, name }: Props) {
  const t = useTexts("chat-photos");
  const { status, image, rejected } = photo;
  if (image !== null)
    return <VisiblePhoto id={id} image={image} mine={mine} name={name} checking={status === "inspection"} />;
  if (rejected) {
    return (
      <Note icon={<ImageOff aria-hidden className="mt-0.5 size-5 shrink-0" />}>
        {t(`rejected.${rejected.reason}`)}{" "}
        {rejected.credits > 0 ? t("chat.credits_back", { count: rejected.credits }) : null}
      </Note>
    );
  }
  if (status === "inspection") {
    return <Note icon={<Clock3 aria-hidden className="mt-0.5 size-5 shrink-0" />}>{t("chat.checking", { name })}</Note>;
  }
  return <Note icon={<ImageOff aria-hidden className="mt-0.5 size-5 shrink-0" />}>{t("chat.removed")}</Note>;
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="chat-photo-note">
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** The blurred photo, as a link to the proof of age that opens it. */
function PhotoAfterProof({ image, alt, shape }: { image: ChatPhoto; alt: string; shape: string }) {
  const t = useTexts("age");
  return (
    <Link to="/profile#age" className={`chat-photo ${shape}`}>
      <span className="photo size-full">
        <img src={image.blurred_filename} alt={alt} />
      </span>
      <span className="chat-photo-mark chat-photo-cover">
        <IdCard aria-hidden className="size-4 shrink-0" />
        {t("go")}
      </span>
    </Link>
  );
}

type ShownProps = { id: string; image: ChatPhoto; mine: boolean; name: string; checking: boolean };

/** A blurred one is another file. The clear file is fetched only when the member asks for it (ux: Chat). */
function VisiblePhoto({ id, image, mine, name, checking }: ShownProps) {
  const t = useTexts("chat-photos");
  const [revealed, setRevealed] = useState(() => revealedIn.has(id));
  const overlay = useOverlay(`photo-${id}`);
  const alt = mine ? t("photo.alt_own") : t("photo.alt", { name });
  const needsProof = useContext(AgeProofNeeded) && !mine;
  const blurred = image.blurred && !revealed;
  const shape = image.width > image.height ? "chat-photo-wide" : "chat-photo-high";
  if (needsProof) return <PhotoAfterProof image={image} alt={alt} shape={shape} />;
  return (
    <>
      <button
        type="button"
        className={`chat-photo ${shape}`}
        onClick={() => {
          if (!blurred) return overlay.open();
          revealedIn.add(id);
          setRevealed(true);
        }}
      >
        {blurred ? (
          <>
            <span className="photo size-full">
              <img src={image.blurred_filename} alt={t("photo.reveal_for", { name })} />
            </span>
            <span className="chat-photo-mark chat-photo-cover">
              <EyeOff aria-hidden className="size-4 shrink-0" />
              {t("photo.reveal")}
            </span>
          </>
        ) : (
          <Photo
            image={image}
            alt={t("photo.open", { photo: alt })}
            sizes="(min-width: 768px) 320px, 70vw"
            className="size-full"
          />
        )}
        {checking ? (
          <span className="chat-photo-mark">
            <Clock3 aria-hidden className="size-3.5 shrink-0" />
            {t("photo.checking")}
          </span>
        ) : null}
      </button>
      {overlay.shows === null || blurred ? null : (
        <Suspense fallback={null}>
          <FullPhoto image={image} alt={alt} mine={mine} onClose={overlay.close} />
        </Suspense>
      )}
    </>
  );
}
