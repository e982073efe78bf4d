import { useState } from "react";
import { useLocation } from "react-router";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PhotoUpload } from "#web/profiles/photos/photo-upload.tsx";
import { VisitorsSwitch } from "#web/setting-parts/visitors-switch.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import type { StepProps } from "./step-props.ts";

/**
 * R2.19: the first photo. It uploads as soon as it is chosen, so the step has no form: the user can go on with or
 * without a photo. Here the member also says whether guests see it, if the site shows them members (D11.8).
 */
export function PhotoStep({ user, own, onward }: StepProps) {
  const t = useTexts("account");
  const { logged_out_search, logged_out_search_trafficsource } = useSettings();
  const { state } = useLocation();
  const [added, setAdded] = useState(user.profile.main_image !== null);
  return (
    <>
      <PhotoUpload onUploaded={() => setAdded(true)} />
      {logged_out_search === "none" && logged_out_search_trafficsource === "none" ? null : (
        <div className="mt-5 noscript:hidden">
          <VisitorsSwitch on={own.shown_to_visitors} />
        </div>
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
