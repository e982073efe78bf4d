import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** What a photo is called where it can't be seen: its owner's words, and which of how many it is. */
export function usePhotoWords(name: string, total: number): (image: Image, at: number) => string {
  const t = useTexts("members");
  return ({ caption }, at) => {
    const place = { number: at + 1, total, name };
    return caption === "" ? t("photos.photo", place) : t("photos.captioned", { ...place, caption });
  };
}
