import type { ChatPhoto } from "#contract/attachments.ts";
import { PhotoDialog, WholePicture } from "#web/moderation/photo-dialog.tsx";
import { usePartner } from "./partner.ts";

type Props = { image: ChatPhoto; alt: string; mine: boolean; onClose: () => void };

/** A photo on the full screen. A received one can be reported. */
export default function FullPhoto({ image, alt, mine, onClose }: Props) {
  const partner = usePartner();
  const about = mine || partner === null ? null : ({ member: partner, subject: "photo", image } as const);
  return (
    <PhotoDialog label={alt} about={about} top={<span />} onClose={onClose}>
      <div className="flex min-h-0 grow items-center justify-center pb-[env(safe-area-inset-bottom)]">
        <WholePicture image={image} alt={alt} />
      </div>
    </PhotoDialog>
  );
}
