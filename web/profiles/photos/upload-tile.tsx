import { ImageOff, RotateCw, X } from "lucide-react";
import { useState } from "react";
import { maxPhotoBytes, smallestPhoto } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { type PictureProblem, toMegabytes } from "./picture-check.ts";
import type { Upload } from "./uploads.ts";

/** The local preview of a picture before it is uploaded; some browsers can't show every format. */
function Preview({ upload, className }: { upload: Upload; className: string }) {
  const [isDrawable, setDrawable] = useState(true);
  if (!isDrawable) {
    return (
      <span className={`photo-unseen ${className}`}>
        <ImageOff aria-hidden />
      </span>
    );
  }
  return (
    <span className={`photo ${className}`}>
      <img src={upload.value.preview} alt="" onError={() => setDrawable(false)} />
    </span>
  );
}

type Props = { upload: Upload; onRemove: () => void };

export function UploadTile({ upload, onRemove }: Props) {
  const t = useTexts("photos");
  const { file, progress } = upload.value;
  const name = file.name;
  const isSent = upload.state === "sending" && progress === 1;
  const doing = isSent ? "working" : upload.state === "waiting" ? "waiting" : "sending";
  return (
    <div className="photo-tile">
      <Preview upload={upload} className="size-full opacity-60" />
      <div className="photo-progress">
        <progress max={1} value={isSent ? undefined : progress} aria-label={t(`upload.${doing}`, { name })} />
      </div>
      <div className="photo-tools">
        <button type="button" className="photo-tool" aria-label={t("upload.cancel", { name })} onClick={onRemove}>
          <X aria-hidden />
        </button>
      </div>
    </div>
  );
}

/** A picture that could not be added: why, and what to do next. */
export function UploadProblem({ upload, onRemove, onRetry }: Props & { onRetry: () => void }) {
  const t = useTexts("photos");
  const age = useTexts("age");
  const formatProblem = useFormatProblem();
  const { state, failure } = upload;
  const { file, problem } = upload.value;
  const name = file.name;
  return (
    <div className="flex items-start gap-3 rounded-md bg-danger-tint p-3">
      <Preview upload={upload} className="size-14 shrink-0 rounded-sm" />
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-sm">
          {formatProblem({
            problem: failure?.code === "no_connection" ? "no_connection" : problem,
            message: failure?.message ?? "",
            file,
          })}
        </p>
        <div className="-mb-1 -ms-3 mt-1 flex flex-wrap gap-x-1">
          {state === "unknown" ? (
            <button
              type="button"
              className="button button-quiet px-3"
              aria-label={t("upload.retry_for", { name })}
              onClick={onRetry}
            >
              <RotateCw aria-hidden className="size-4" />
              {t("upload.retry")}
            </button>
          ) : null}
          {failure?.code === "age_check_required" ? (
            <ButtonLink to="/profile#age" look="quiet" className="px-3">
              {age("go")}
            </ButtonLink>
          ) : null}
          <button
            type="button"
            className="button button-quiet px-3"
            aria-label={t("upload.dismiss_for", { name })}
            onClick={onRemove}
          >
            {t("upload.dismiss")}
          </button>
        </div>
      </div>
    </div>
  );
}

type Problem = { problem: PictureProblem | "no_connection" | null; message: string; file: File };

/** Why a picture could not be added, in the browser's or the server's words. */
export function useFormatProblem(): (problem: Problem) => string {
  const t = useTexts("photos");
  return ({ problem, message, file }) => {
    if (problem === "too_large") {
      return t("upload.too_large", { size: toMegabytes(file.size), max: toMegabytes(maxPhotoBytes) });
    }
    if (problem === "too_small") return t("upload.too_small", { min: smallestPhoto });
    if (problem !== null) return t(`upload.${problem}`);
    return message === "" ? t("upload.failed") : message;
  };
}
