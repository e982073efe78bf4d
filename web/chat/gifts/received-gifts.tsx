import { Link } from "react-router";
import type { ReceivedGift } from "#contract/gifts.ts";
import { settingPath } from "#contract/setting-sections.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { GiftDrawing } from "./drawing.tsx";

/** The member's own gifts with their givers, and whether others see the gifts. */
export function ReceivedGifts({ received, shown: isShown }: { received: readonly ReceivedGift[]; shown: boolean }) {
  const t = useTexts("gifts");
  return (
    <>
      <p className="mb-3 text-muted text-sm">
        {received.length === 0 ? (
          t("own.empty")
        ) : (
          <>
            {t(isShown ? "own.visible" : "own.hidden")}{" "}
            <Link to={settingPath("privacy")} className="link whitespace-nowrap">
              {t("own.change")}
            </Link>
          </>
        )}
      </p>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-1">
        {received.map(({ gift, count, giver }) => (
          <li key={`${gift} ${giver?.id ?? ""}`} className="flex items-center gap-3">
            <GiftDrawing gift={gift} className="size-12" />
            <div className="min-w-0">
              <p className="font-semibold">
                {t(`name.${gift}`)}
                {count > 1 ? <span className="ms-1.5 text-muted">× {count}</span> : null}
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                {giver === null ? (
                  <span className="text-muted">{t("own.gone")}</span>
                ) : (
                  <>
                    <Link to={`/members/${giver.id}`} className="link -my-3 inline-block py-3">
                      <bdi>{giver.name}</bdi>
                    </Link>
                    <MemberLabel member={giver} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
