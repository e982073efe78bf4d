import { useState } from "react";
import { useLocation } from "react-router";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PhotoUpload } from "#web/photos/photo-upload.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import type { StepProps } from "./step-props.ts";

/**
 * R2.19: the first photo. It uploads as soon as it is chosen, so the step has no form: the user can go on with or
 * without a photo.
 */
export function PhotoStep({ user, onward }: StepProps) {
  const t = useTexts("account");
  const { logged_out_search: visitorsSee } = useSettings();
  const { state } = useLocation();
  const [added, setAdded] = useState(user.profile.main_image !== null);
  return (
    <>
      <PhotoUpload onUploaded={() => setAdded(true)} />
      {visitorsSee === "none" ? null : (
        <p className="mt-4 text-muted text-sm">{t("complete.photo_seen_by_visitors")}</p>
      )}
      <ButtonLink
        to={onward}
        state={state}
        look={added ? "primary" : "outline"}
        size="large"
        className="mt-6 w-full min-[360px]:w-1/2"
      >
        {t(added ? "signup.continue" : "complete.skip")}
      </ButtonLink>
    </>
  );
}
