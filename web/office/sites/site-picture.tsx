import { ImagePlus } from "lucide-react";
import { useId, useState } from "react";
import type { LanderName } from "#contract/landers.ts";
import { setSitePicture } from "#contract/site-picture.ts";
import { landerPicture, sitePicturePath } from "#contract/site-picture-path.ts";
import { changeStaffSite, type ShownSite } from "#contract/staff-sites.ts";
import { withLanderPicture } from "#contract/with-lander-picture.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FileInput } from "#web/profiles/photos/file-buttons.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { textsOf } from "./setting-value.ts";

const savedIn = ({ settings }: ShownSite, of: string) => settings.find(({ name }) => name === of)?.saved;
const homePicture = (site: ShownSite) => String(savedIn(site, "picture") ?? "");
const landerPictures = (site: ShownSite) => textsOf(savedIn(site, "lander_pictures") ?? []);

/** The picture at the top of a lander, or of the home page, where it stands instead of members' faces. */
export function SitePicture({ site, lander }: { site: ShownSite; lander: LanderName | undefined }) {
  const t = useTexts("staff-sites");
  const toast = useToast();
  const id = useId();
  const adding = useCall(setSitePicture);
  const removing = useCall(changeStaffSite);
  const [shown, setShown] = useState(site);
  const pictures = landerPictures(shown);
  const picture = lander === undefined ? homePicture(shown) : landerPicture(pictures, lander);
  const title = t(lander === undefined ? "picture.title" : "picture.lander");
  const show = (answer: ShownSite | null) => {
    if (answer === null) return;
    setShown(answer);
    toast({ title: t("saved"), tone: "good" });
  };
  const add = async ([file]: readonly File[]) => {
    if (file) show(await adding.run({ body: { site: site.key, ...(lander && { lander }), file } }));
  };
  const others = lander === undefined ? [] : withLanderPicture(pictures, lander, "");
  const change =
    lander === undefined
      ? { name: "picture", before: picture }
      : { name: "lander_pictures", before: pictures, ...(others.length > 0 && { after: others }) };
  return (
    <Section title={title} className="surface-card mb-5 max-w-3xl p-4 md:p-5">
      <p className="mb-3 max-w-prose text-muted">{t(lander === undefined ? "picture.note" : "picture.lander_note")}</p>
      <FormError failure={adding.failure ?? removing.failure} />
      {picture === "" ? null : (
        <img src={sitePicturePath(picture)} alt={title} className="mb-3 w-full max-w-sm rounded-md" />
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
            onClick={async () => show(await removing.run({ body: { site: site.key, changes: [change] } }))}
          >
            {t("picture.remove")}
          </Button>
        )}
      </div>
    </Section>
  );
}
