import { WrongAddress } from "#web/account/resend-activation.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Says that the likes wait for the member's confirmation, and where to correct the address. */
export default function LikesWait() {
  const t = useTexts("likes");
  return <Notice actions={<WrongAddress />}>{t("wait")}</Notice>;
}
