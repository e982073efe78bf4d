import { ImagePlus } from "lucide-react";
import { useId, useState } from "react";
import { setSitePicture } from "#contract/site-picture.ts";
import { sitePicturePath } from "#contract/site-picture-path.ts";
import { changeStaffSite, type ShownSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FileInput } from "#web/profiles/photos/file-buttons.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";

const pictureOf = ({ settings }: ShownSite) => String(settings.find(({ name }) => name === "picture")?.saved ?? "");

/** The picture at the top of the home page, which stands there instead of members' faces. */
export function HomePicture({ site }: { site: ShownSite }) {
  const t = useTexts("staff-sites");
  const toast = useToast();
  const id = useId();
  const adding = useCall(setSitePicture);
  const removing = useCall(changeStaffSite);
  const [picture, setPicture] = useState(pictureOf(site));
  const show = (answer: ShownSite | null) => {
    if (answer === null) return;
    setPicture(pictureOf(answer));
    toast({ title: t("saved"), tone: "good" });
  };
  const add = async ([file]: readonly File[]) => {
    if (file) show(await adding.run({ body: { site: site.key, file } }));
  };
  const changes = [{ name: "picture", before: picture }];
  return (
    <Section title={t("picture.title")} className="surface-card mb-5 max-w-3xl p-4 md:p-5">
      <p className="mb-3 max-w-prose text-muted">{t("picture.note")}</p>
      <FormError failure={adding.failure ?? removing.failure} />
      {picture === "" ? null : (
        <img src={sitePicturePath(picture)} alt={t("picture.title")} className="mb-3 w-full max-w-sm rounded-md" />
      )}
      <div className="flex flex-wrap gap-3">
        <label htmlFor={id} className="button button-outline" aria-busy={adding.pending}>
          <FileInput id={id} multiple={false} onFiles={add} />
          <ImagePlus aria-hidden className="size-5" />
          {t("picture.choose")}
        </label>
        {picture === "" ? null : (
          <Button
            look="outline"
            pending={removing.pending}
            onClick={async () => show(await removing.run({ body: { site: site.key, changes } }))}
          >
            {t("picture.remove")}
          </Button>
        )}
      </div>
    </Section>
  );
}
