import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { introducerDays, introductionDays } from "#contract/constants.ts";
import type { Preferences } from "#contract/match-finder.ts";
import type { getOwnProfile } from "#contract/profiles.ts";
import { refreshLive, removeClosedThreads } from "#web/lib/live-queries.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ProfileSwitch, type ProfileSwitchName, VisitorsSwitch } from "#web/setting-parts/profile-switch.tsx";
import { SaveWithoutScripts, SettingForm } from "#web/setting-parts/setting-form.tsx";
import { OddsSwitch, WritersSwitches } from "./first-message-settings.tsx";

type Own = Pick<AnswerOf<typeof getOwnProfile>, ProfileSwitchName | "answer_odds" | "city_id">;

/** R2.26: what others see (R6.08, D11.8, R1.05, R10.03, R10.05) and the member sees (D6.5, D5.3, D11.1). */
export function PrivacySettings({ own, preferences }: { own: Own; preferences: Preferences }) {
  const t = useTexts("account");
  const visitors = useTexts("visitors");
  const chat = useTexts("chat");
  const client = useQueryClient();
  const gifts = useTexts("gifts");
  const { fictional_plural: fictional } = useSettings();
  const [unseen, setUnseen] = useState(own.invisible);
  const days = { count: introductionDays, away: introducerDays };
  return (
    <SettingForm form={{ setting: "privacy", failure: null }} onSubmit={() => {}}>
      <ProfileSwitch
        name="invisible"
        words={(part) => t(`privacy.invisible${part}`)}
        on={own.invisible}
        onTurned={(invisible) => {
          setUnseen(invisible);
          refreshLive(client, "user");
        }}
      />
      <VisitorsSwitch on={own.shown_to_visitors} />
      <ProfileSwitch name="leaves_visits" words={(part) => visitors(`switch.visits${part}`)} on={own.leaves_visits} />
      {(["typing", "read"] as const).map((name) => (
        <ProfileSwitch
          key={name}
          name={`shows_${name}`}
          words={(part) => chat(`switch.${name}${part}`)}
          on={own[`shows_${name}`]}
          onTurned={() => removeClosedThreads(client)}
        >
          {unseen ? <p className="mb-2 text-sm text-warning-ink">{chat("switch.unseen")}</p> : null}
        </ProfileSwitch>
      ))}
      <ProfileSwitch name="shows_gifts" words={(part) => gifts(`switch.gifts${part}`)} on={own.shows_gifts} />
      <OddsSwitch own={own} />
      <WritersSwitches own={own} preferences={preferences} />
      <ProfileSwitch name="introduces" words={(part) => t(`privacy.introduces${part}`, days)} on={own.introduces}>
        {unseen ? <p className="mb-2 text-sm text-warning-ink">{t("privacy.introduces_unseen")}</p> : null}
      </ProfileSwitch>
      <ProfileSwitch
        name="hides_fictional"
        words={(part) => t(`settings.fictional${part}`, { fictional })}
        on={own.hides_fictional}
      />
      <SaveWithoutScripts />
    </SettingForm>
  );
}
