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

/**
 * The settings for what others see of the member, and what the member sees (R2.26): invisible (R6.08), guests (D11.8),
 * visits, typing and receipts in chats (D6.5), gifts (R1.05), the odds of an answer (R10.03), who may write first
 * (R10.05), introductions (D5.3), fictional profiles (D11.1).
 */
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
        label={t("privacy.invisible")}
        note={t("privacy.invisible_note")}
        on={own.invisible}
        done={{ on: t("privacy.invisible_on"), off: t("privacy.invisible_off") }}
        onTurned={(invisible) => {
          setUnseen(invisible);
          refreshLive(client, "user");
        }}
      />
      <VisitorsSwitch on={own.shown_to_visitors} />
      <ProfileSwitch
        name="leaves_visits"
        label={visitors("switch.label")}
        note={visitors("switch.note")}
        on={own.leaves_visits}
        done={{ on: visitors("switch.on"), off: visitors("switch.off") }}
      />
      <ProfileSwitch
        name="shows_typing"
        label={chat("switch.typing")}
        note={chat("switch.typing_note")}
        on={own.shows_typing}
        done={{ on: chat("switch.typing_on"), off: chat("switch.typing_off") }}
        onTurned={() => removeClosedThreads(client)}
      >
        {unseen ? <p className="mb-2 text-sm text-warning-ink">{chat("switch.unseen")}</p> : null}
      </ProfileSwitch>
      <ProfileSwitch
        name="shows_read"
        label={chat("switch.read")}
        note={chat("switch.read_note")}
        on={own.shows_read}
        done={{ on: chat("switch.read_on"), off: chat("switch.read_off") }}
        onTurned={() => removeClosedThreads(client)}
      >
        {unseen ? <p className="mb-2 text-sm text-warning-ink">{chat("switch.unseen")}</p> : null}
      </ProfileSwitch>
      <ProfileSwitch
        name="shows_gifts"
        label={gifts("switch.label")}
        note={gifts("switch.note")}
        on={own.shows_gifts}
        done={{ on: gifts("switch.on"), off: gifts("switch.off") }}
      />
      <OddsSwitch own={own} />
      <WritersSwitches own={own} preferences={preferences} />
      <ProfileSwitch
        name="introduces"
        label={t("privacy.introduces")}
        note={t("privacy.introduces_note", days)}
        on={own.introduces}
        done={{ on: t("privacy.introduces_on"), off: t("privacy.introduces_off") }}
      >
        {unseen ? <p className="mb-2 text-sm text-warning-ink">{t("privacy.introduces_unseen")}</p> : null}
      </ProfileSwitch>
      <ProfileSwitch
        name="hides_fictional"
        label={t("settings.fictional_hide", { fictional })}
        note={t("settings.fictional_note")}
        on={own.hides_fictional}
        done={{ on: t("settings.fictional_hidden"), off: t("settings.fictional_shown") }}
      />
      <SaveWithoutScripts />
    </SettingForm>
  );
}
