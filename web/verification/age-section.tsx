import { Camera, Send } from "lucide-react";
import { useId, useState } from "react";
import { type AgeCheck, beginAgeCheck, sendDocument, withdrawDocument } from "#contract/age.ts";
import { maxPhotoBytes } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FileInput } from "#web/photos/file-buttons.tsx";
import { megabytes } from "#web/photos/picture-check.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useTaken } from "./use-taken.ts";

/** Where the member stands, in words. */
function Standing({ age: { state, reason } }: { age: AgeCheck }) {
  const t = useTexts("age");
  switch (state) {
    case "assured":
      return (
        <Notice tone="good" title={t("assured.title")}>
          {t("assured.text")}
        </Notice>
      );
    case "waiting":
      return <Notice title={t("waiting.title")}>{t("waiting.text")}</Notice>;
    case "rejected":
      return (
        <Notice tone="warning" title={t("rejected.title")}>
          {reason === null ? null : t(`reason.${reason}`)}
        </Notice>
      );
    default:
      return <p>{t("intro")}</p>;
  }
}

/** The photo of a document, which is sent once its member has looked at it. */
function Document({ onSent }: { onSent: (age: AgeCheck) => void }) {
  const t = useTexts("age");
  const photos = useTexts("photos");
  const id = useId();
  const { taken, problem, take } = useTaken();
  const { run, pending, failure, forget } = useCall(sendDocument);
  const send = async () => {
    const answer = taken && (await run({ body: taken.file }));
    if (answer) onSent(answer.age);
  };
  return (
    <>
      <p className="mt-3">{t("what")}</p>
      <p className="mt-2 text-muted text-sm">{t("private")}</p>
      {taken ? (
        <img
          src={taken.address}
          alt={t("preview")}
          className="mt-4 max-h-96 w-full rounded-lg bg-surface object-contain"
        />
      ) : null}
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
          <FileInput
            id={id}
            camera="environment"
            onFiles={(files) => {
              forget();
              take(files);
            }}
          />
          <Camera aria-hidden className="size-5" />
          {t(taken ? "again" : "choose")}
        </label>
      </div>
    </>
  );
}

/** The button to the page of a provider. */
function ProvidersPage() {
  const t = useTexts("age");
  const { run, pending, failure } = useCall(beginAgeCheck);
  const begin = async () => {
    const answer = await run({});
    if (answer?.url) window.location.assign(answer.url);
  };
  return (
    <>
      <FormError failure={failure} />
      <Button className="mt-4" pending={pending} onClick={begin}>
        {t("open_page")}
      </Button>
    </>
  );
}

/** D11.6: how a member proves to be an adult, on a site that asks for it. */
export function AgeSection({ loaded }: { loaded: AgeCheck }) {
  const t = useTexts("age");
  const [age, setAge] = useState(loaded);
  const takeBack = useCall(withdrawDocument);
  const { state, way } = age;
  const withdraw = async () => {
    const answer = await takeBack.run({});
    if (answer) setAge(answer.age);
  };
  const open = state === "none" || state === "rejected";
  return (
    <>
      <Standing age={age} />
      {open ? way === "page" ? <ProvidersPage /> : <Document onSent={setAge} /> : null}
      <FormError failure={takeBack.failure} />
      {state === "waiting" ? (
        <Button look="quiet" className="mt-4" pending={takeBack.pending} onClick={withdraw}>
          {t("take_back")}
        </Button>
      ) : null}
    </>
  );
}
