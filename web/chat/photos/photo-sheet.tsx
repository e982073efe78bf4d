import { Camera, ImageOff, ImagePlus } from "lucide-react";
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { maxPhotoBytes } from "#contract/photos.ts";
import type { Card } from "#contract/profiles.ts";
import { isServed } from "#contract/served.ts";
import { AttachmentPrice } from "#web/chat/attachment-price.tsx";
import { useAttachmentCredits } from "#web/chat/gifts/price.ts";
import { ConfirmFirst } from "#web/chat/held-notice.tsx";
import { PromiseNote } from "#web/chat/promise/promise-note.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { FileInput } from "#web/profiles/photos/file-buttons.tsx";
import { toMegabytes } from "#web/profiles/photos/picture-check.ts";
import { useFormatProblem } from "#web/profiles/photos/upload-tile.tsx";
import { CheckedNote } from "#web/ui/checked-note.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { DraftForm } from "./draft-form.tsx";
import { choosePhoto, discardDraft, getDraft, listenToDrafts, type PhotoDraft, type SentPhoto } from "./photo-draft.ts";

type Props = {
  partner: Card;
  promise: AnswerPromise | null;
  onSent: (sent: SentPhoto) => void;
  onClose: () => Promise<void>;
};

/** The member chooses or takes a photo, sees it with its price, and sends it, optionally with words. */
export default function PhotoSheet({ partner, promise, onSent, onClose }: Props) {
  const t = useTexts("chat-photos");
  const { id, name } = partner;
  const credits = useAttachmentCredits("photo", partner);
  const draft = useSyncExternalStore(
    listenToDrafts,
    () => getDraft(id),
    () => null,
  );
  const unconfirmed = useMember()?.status === "not_confirmed";
  const sending = draft?.state === "sending";
  const choose = ([file]: readonly File[]) => file && void choosePhoto(id, file);
  return (
    <Sheet open hasEntry onClose={() => void onClose()} title={t("title", { name })} locked={sending}>
      <MemberNote member={partner} className="mb-3" />
      {unconfirmed ? (
        <ConfirmFirst>{t("confirm_first")}</ConfirmFirst>
      ) : (
        <>
          <AttachmentPrice partner={partner} count={credits} className="mb-3" />
          <PromiseNote {...{ promise, credits }} silent sheet />
          {draft === null ? null : <Preview key={draft.preview} draft={draft} />}
          {draft === null ? null : <CheckedNote of="photo" className="mt-3 mb-3" />}
          {draft !== null && draft.problem === null ? (
            <DraftForm
              partner={id}
              credits={credits}
              draft={draft}
              onSent={async (sent) => {
                await onClose();
                onSent(sent);
              }}
            />
          ) : null}
          {sending ? null : <Choose again={draft !== null} onFiles={choose} />}
          {draft === null ? (
            <p className="mt-3 text-muted text-sm">
              {isServed(partner) ? `${t("checked_first", { name })} ` : null}
              {credits > 0 ? `${t("back_if_rejected")} ` : null}
              <FileForm />
            </p>
          ) : null}
          {draft !== null && !sending ? (
            <button type="button" className="button button-quiet mt-1 w-full" onClick={() => discardDraft(id)}>
              {t("forget")}
            </button>
          ) : null}
        </>
      )}
    </Sheet>
  );
}

function FileForm() {
  const t = useTexts("photos");
  return t("upload.form", { size: toMegabytes(maxPhotoBytes) });
}

/** The chosen picture, or why it can't be sent. Some browsers can't show every format. */
function Preview({ draft }: { draft: PhotoDraft }) {
  const t = useTexts("chat-photos");
  const problemText = useFormatProblem();
  const [isDrawable, setDrawable] = useState(true);
  const { problem, preview, file } = draft;
  if (problem !== null) {
    return (
      <p role="alert" className="mb-3 rounded-md bg-danger-tint p-3 font-medium text-danger-ink">
        {problemText({ problem, message: "", file })}
      </p>
    );
  }
  return isDrawable ? (
    <img
      src={preview}
      alt={t("preview")}
      className="mx-auto mb-3 max-h-[30dvh] rounded-md"
      onError={() => setDrawable(false)}
    />
  ) : (
    <p className="mb-3 flex items-center gap-2 rounded-md bg-tint p-4 text-muted">
      <ImageOff aria-hidden className="size-6 shrink-0" />
      {file.name}
    </p>
  );
}

type ChooseProps = { again: boolean; onFiles: (files: readonly File[]) => void };

function Choose({ again, onFiles }: ChooseProps) {
  const t = useTexts("chat-photos");
  const photos = useTexts("photos");
  const look = again ? "button-outline" : "button-primary";
  return (
    <div className="flex flex-col gap-2.5">
      <FileButton look={look} onFiles={onFiles}>
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        {t(again ? "choose_another" : "choose")}
      </FileButton>
      <FileButton look="button-outline hidden pointer-coarse:flex" camera="environment" onFiles={onFiles}>
        <Camera aria-hidden className="size-5 shrink-0" />
        {photos("upload.camera")}
      </FileButton>
    </div>
  );
}

type FileButtonProps = Pick<ChooseProps, "onFiles"> & { look: string; camera?: "environment"; children: ReactNode };

function FileButton({ look, camera, onFiles, children }: FileButtonProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={`button chat-photo-file w-full cursor-pointer ${look}`}>
      <FileInput id={id} multiple={false} onFiles={onFiles} {...(camera && { camera })} />
      {children}
    </label>
  );
}
