import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** The alternative text of a photo: its caption, and its position among the photos. */
export function useDescribePhoto(name: string, total: number): (image: Image, at: number) => string {
  const t = useTexts("members");
  return ({ caption }, at) => {
    const values = { number: at + 1, total, name };
    return caption === "" ? t("photos.photo", values) : t("photos.captioned", { ...values, caption });
  };
}
