import type { Image } from "#contract/profiles.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Photo } from "#web/ui/photo.tsx";

/** A tile is at most this wide; the smallest files of the photos fit it. */
const sizes = "(min-width: 768px) 150px, 24vw";

/** The photo in its smallest files only: eight of them weigh less than one large picture. */
function small(image: Image): Image {
  const { thumb_filename } = image;
  return { ...image, filename: thumb_filename, card_filename: thumb_filename };
}

/**
 * The members' main photos that any visitor may see, as one picture. Demo sites say that no person on it is real
 * (D12.1).
 */
export function Faces({ images }: { images: readonly Image[] }) {
  const t = useTexts("home");
  const demo = useRootData()?.settings.demo === true;
  return (
    <figure className="home-faces">
      <div role="img" aria-label={t(demo ? "faces_demo" : "faces")} className="home-faces-tiles">
        {images.map((image) => (
          <Photo key={image.thumb_filename} image={small(image)} alt="" sizes={sizes} eager />
        ))}
      </div>
      {demo ? (
        <figcaption aria-hidden className="home-faces-note">
          {t("faces_demo")}
        </figcaption>
      ) : null}
    </figure>
  );
}
