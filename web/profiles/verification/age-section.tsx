import { useState } from "react";
import { type AgeCheck, beginAgeCheck, sendDocument, withdrawDocument } from "#contract/age.ts";
import { navigateTo } from "#web/lib/navigate-to.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AskTeam } from "./ask-team.tsx";
import { CameraForm } from "./camera-form.tsx";

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
          {reason === null ? null : t(`reason.${reason}`)} <AskTeam />
        </Notice>
      );
    default:
      return <p>{t("intro")}</p>;
  }
}

function Document({ onSent }: { onSent: (age: AgeCheck) => void }) {
  const t = useTexts("age");
  const words = { preview: t("preview"), take: t("choose"), again: t("again"), send: t("send") };
  return (
    <>
      <p className="mt-3">{t("what")}</p>
      <p className="mt-2 text-sm">{t("consent")}</p>
      <p className="mt-1 text-muted text-sm">{t("private")}</p>
      <CameraForm entry={sendDocument} camera="environment" words={words} onSent={({ age }) => onSent(age)} />
    </>
  );
}

function ProvidersPage() {
  const t = useTexts("age");
  const { run, pending, failure } = useCall(beginAgeCheck);
  const begin = async () => {
    const answer = await run({});
    if (answer?.url) navigateTo(answer.url);
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

/** Lets a member prove to be an adult, on a site that asks for it. */
export function AgeSection({ loaded }: { loaded: AgeCheck }) {
  const t = useTexts("age");
  const [age, setAge] = useState(loaded);
  const takeBack = useCall(withdrawDocument);
  const { state, way } = age;
  const withdraw = () => takeBack.run({}, (answer) => setAge(answer.age));
  const open = state === "none" || state === "rejected";
  return (
    <>
      <Standing age={age} />
      {open ? way === "page" ? <ProvidersPage /> : <Document onSent={setAge} /> : null}
      <FormError failure={takeBack.failure} />
      {state === "waiting" ? (
        <Button look="quiet" className="button-flush mt-4" pending={takeBack.pending} onClick={withdraw}>
          {t("take_back")}
        </Button>
      ) : null}
    </>
  );
}
