import type { MemberFile } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Sound } from "#web/office/staff/reported-message.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Section } from "./section.tsx";

const tones = { active: "good", inspection: "warning", rejected: "plain" } as const;

/** The voice introductions of a profile, newest first: what others hear, what waits, and what was rejected. */
export function Introductions({ introductions, member: { name } }: Pick<MemberFile, "introductions" | "member">) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const format = useFormat();
  if (introductions.length === 0) return null;
  return (
    <Section title={t("introduction.title")}>
      <ul className="grid gap-4">
        {introductions.map(({ id, sound, status, at }) => (
          <li key={id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <Chip tone={tones[status]}>
                {status === "rejected" ? t("introduction.rejected") : t(`photo.${status}`)}
              </Chip>
              {format.date(at)}, {format.time(at)}
            </p>
            <Sound source={sound} label={staff("queue.introduction_of", { name })} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
