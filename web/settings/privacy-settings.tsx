import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { introducerDays, introductionDays } from "#contract/constants.ts";
import { anywhere, type Preferences } from "#contract/match-finder.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import { OddsNote } from "#web/chat/first-messages/odds-note.tsx";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { refreshLive, removeClosedThreads } from "#web/member-parts/live-queries.ts";
import { useDescribePreferences } from "#web/search/match-finder/use-describe-preferences.ts";
import { ProfileSwitch, type ProfileSwitchName, VisitorsSwitch } from "#web/setting-parts/profile-switch.tsx";
import { SaveWithoutScripts, SettingForm } from "#web/setting-parts/setting-form.tsx";

type Own = Pick<OwnProfile, ProfileSwitchName | "answer_odds" | "city_id">;

/** Sets what others see of the member, and what the member sees of others. */
export function PrivacySettings({ own, preferences }: { own: Own; preferences: Preferences }) {
  const t = useTexts("account");
  const visitors = useTexts("visitors");
  const chat = useTexts("chat");
  const client = useQueryClient();
  const gifts = useTexts("gifts");
  const talks = useTexts("talks");
  const { fictional_plural: fictional, has_fictional: hasFictional, has_talks: hasTalks } = useSettings();
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
      {hasTalks ? (
        <ProfileSwitch name="takes_talks" words={(part) => talks(`switch.talks${part}`)} on={own.takes_talks} />
      ) : null}
      <ProfileSwitch name="shows_gifts" words={(part) => gifts(`switch.gifts${part}`)} on={own.shows_gifts} />
      <OddsSwitch own={own} />
      <WritersSwitches own={own} preferences={preferences} />
      <ProfileSwitch name="introduces" words={(part) => t(`privacy.introduces${part}`, days)} on={own.introduces}>
        {unseen ? <p className="mb-2 text-sm text-warning-ink">{t("privacy.introduces_unseen")}</p> : null}
      </ProfileSwitch>
      {hasFictional || own.hides_fictional ? (
        <ProfileSwitch
          name="hides_fictional"
          words={(part) => t(`settings.fictional${part}`, { fictional })}
          on={own.hides_fictional}
        />
      ) : null}
      <SaveWithoutScripts />
    </SettingForm>
  );
}

/** The switch that hides how often the member answers, with what others see. */
function OddsSwitch({ own }: { own: Own }) {
  const t = useTexts("first-messages");
  const [isShown, setIsShown] = useState(own.shows_odds);
  return (
    <ProfileSwitch
      name="shows_odds"
      words={(part) => t(`settings.odds${part}`)}
      on={own.shows_odds}
      onTurned={setIsShown}
    >
      <Preview>
        {own.answer_odds === null ? (
          <p>{t("settings.none")}</p>
        ) : (
          <>
            <p className="text-muted">{t(isShown ? "settings.own" : "settings.own_hidden")}</p>
            <OddsNote odds={own.answer_odds} />
          </>
        )}
      </Preview>
    </ProfileSwitch>
  );
}

/** Who may write to the member first: those who fit the preferences, which it shows, and the verified. */
function WritersSwitches({ own, preferences }: { own: Own; preferences: Preferences }) {
  const t = useTexts("first-messages");
  return (
    <section aria-labelledby="who-may-write" className="border-line border-b">
      <h2 id="who-may-write" className="pt-5 text-lg">
        {t("settings.title")}
      </h2>
      <ProfileSwitch
        name="only_fitting_write"
        words={(part) => t(`settings.fitting${part}`)}
        on={own.only_fitting_write}
      >
        <Wishes preferences={preferences} hasTown={own.city_id !== null} />
      </ProfileSwitch>
      <ProfileSwitch
        name="only_verified_write"
        words={(part) => t(`settings.verified${part}`)}
        on={own.only_verified_write}
      />
    </section>
  );
}

/** What the first switch means now: the member's preferences, each in a word or two. */
function Wishes({ preferences, hasTown }: { preferences: Preferences; hasTown: boolean }) {
  const t = useTexts("first-messages");
  const finder = useTexts("match-finder");
  const words = useDescribePreferences()(preferences);
  const { seeks, prefers_min_age: min, prefers_max_age: max, prefers_distance: distance } = preferences;
  const unset = { who: seeks === null, age: min === null && max === null, distance: distance === null };
  const isNear = distance !== null && distance < anywhere;
  return (
    <Preview>
      <p className="text-muted">{t("settings.preview")}</p>
      <dl>
        {(["who", "age", "distance"] as const).map((wish) => (
          <div key={wish} className="flex flex-wrap justify-between gap-x-4 py-0.5">
            <dt>{finder(`preferences.${wish}`)}</dt>
            <dd className="font-medium">{unset[wish] ? finder("preferences.unsaid") : words[wish]}</dd>
          </div>
        ))}
      </dl>
      {isNear && !hasTown ? <p className="mt-1 text-warning-ink">{t("settings.no_town")}</p> : null}
      <p>
        <Link to="/profile#preferences" className="link inline-block py-3">
          {t("settings.change")}
        </Link>
      </p>
    </Preview>
  );
}

const Preview = ({ children }: { children: ReactNode }) => (
  <div className="mb-3 rounded-md bg-tint px-4 py-3 text-sm">{children}</div>
);
