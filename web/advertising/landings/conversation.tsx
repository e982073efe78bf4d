import type { ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { isLabelled } from "#web/member-parts/member-label.tsx";
import type { Route } from "./+types/conversation.ts";
import { FirstWords } from "./first-words.tsx";
import { Landing, type Shown } from "./landing.tsx";
import { loadLanding } from "./load-landing.ts";
import { LabelNotice, MainPhoto, MemberHeading } from "./member.tsx";

export const handle: ScreenHandle = { who: "visitors", texts: ["landings"] };

export const loader = (args: Route.LoaderArgs) => loadLanding("landing2", args);

/** The second design: an empty chat, with the message as the first step. */
export default function Conversation({ loaderData }: Route.ComponentProps) {
  return <Landing loaded={loaderData}>{(landing) => <EmptyChat {...landing} />}</Landing>;
}

function EmptyChat({ member, takes_first_message }: Shown) {
  const t = useTexts("landings");
  const { min_age: age } = useSettings();
  const { name } = member;
  return (
    <div className="container py-4 md:py-12">
      <section className="surface-card mx-auto max-w-3xl overflow-hidden md:grid md:grid-cols-[5fr_7fr]">
        <div className="flex items-center gap-4 border-line p-4 max-md:border-b md:flex-col md:items-stretch md:border-e md:bg-tint md:p-6">
          <MainPhoto
            member={member}
            sizes="(min-width: 768px) 300px, 128px"
            className="aspect-4/5 w-28 shrink-0 rounded-lg sm:w-32 md:w-full"
          />
          <div className="min-w-0">
            <MemberHeading member={member} className="text-2xl" placeClass="mt-1 text-muted" />
          </div>
        </div>
        <div className="flex flex-col justify-end p-4 md:p-6">
          <div className="mb-5 flex grow flex-col justify-center md:min-h-32">
            {isLabelled(member) ? (
              <LabelNotice member={member} />
            ) : !takes_first_message ? null : (
              <p className="mx-auto w-fit max-w-sm rounded-lg bg-surface px-4 py-2 text-center text-muted text-sm wrap-anywhere">
                {t("first", { name })}
              </p>
            )}
          </div>
          <FirstWords member={member} takesFirstMessage={takes_first_message} label={t("message", { name })} />
          <p className="mt-3 text-center text-muted text-sm">{t("free", { age })}</p>
        </div>
      </section>
    </div>
  );
}
