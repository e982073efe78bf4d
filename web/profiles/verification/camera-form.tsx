import { Camera, Send } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { AnswerOf, Call } from "#contract/call.ts";
import type { CallInput } from "#web/lib/api.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useOnUnmount } from "#web/lib/use-on-unmount.ts";
import { FileInput } from "#web/profiles/photos/file-buttons.tsx";
import { findProblem, type PictureProblem } from "#web/profiles/photos/picture-check.ts";
import { useFormatProblem } from "#web/profiles/photos/upload-tile.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Props<C extends Call> = {
  entry: C;
  /** Which camera a phone opens: the one towards the user, or the one away from them. */
  camera: "user" | "environment";
  words: Record<"preview" | "take" | "again" | "send", string>;
  children?: ReactNode;
  onSent: (answer: AnswerOf<C>) => void;
};

/** A picture to choose, with an address for its preview as long as it is shown; or what is wrong with it. */
function useTaken() {
  const [picture, setPicture] = useState<{ file: File; address: string } | null>(null);
  const [refused, setRefused] = useState<{ problem: PictureProblem; file: File } | null>(null);
  const release = () => picture && URL.revokeObjectURL(picture.address);
  useOnUnmount(release);
  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const problem = findProblem(file);
    setRefused(problem ? { problem, file } : null);
    if (problem) return;
    release();
    setPicture({ file, address: URL.createObjectURL(file) });
  };
  return { picture, refused, take };
}

/** Takes one picture with the camera, shows it, and sends it once the user has looked at it. */
export function CameraForm<C extends Call>({ entry, camera, words, children, onSent }: Props<C>) {
  const formatProblem = useFormatProblem();
  const id = useId();
  const { picture, refused, take } = useTaken();
  const { run, pending, failure, clearFailure } = useCall(entry);
  const send = (picture: File) => run({ body: picture } as CallInput<C>, onSent);
  return (
    <>
      {picture ? (
        <img
          src={picture.address}
          alt={words.preview}
          className="mt-4 max-h-96 w-full rounded-lg bg-surface object-contain"
        />
      ) : null}
      {children}
      <div role="alert">
        {refused ? (
          <p className="mt-3 font-medium text-danger-ink">{formatProblem({ ...refused, message: "" })}</p>
        ) : null}
      </div>
      <FormError failure={failure} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        {picture ? (
          <Button pending={pending} onClick={() => send(picture.file)}>
            <Send aria-hidden className="size-5" />
            {words.send}
          </Button>
        ) : null}
        <label htmlFor={id} className={`button ${picture ? "button-outline" : "button-primary"} selfie-button`}>
          <FileInput
            id={id}
            camera={camera}
            onFiles={(files) => {
              // the failure is about the picture before
              clearFailure();
              take(files);
            }}
          />
          <Camera aria-hidden className="size-5" />
          {picture ? words.again : words.take}
        </label>
      </div>
    </>
  );
}
