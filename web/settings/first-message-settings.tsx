import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { anywhere, type Preferences } from "#contract/match-finder.ts";
import type { getOwnProfile } from "#contract/profiles.ts";
import { OddsNote } from "#web/chat/first-messages/odds-note.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useDescribePreferences } from "#web/search/match-finder/use-describe-preferences.ts";
import { ProfileSwitch } from "#web/setting-parts/profile-switch.tsx";

type Own = Pick<
  AnswerOf<typeof getOwnProfile>,
  "answer_odds" | "shows_odds" | "only_fitting_write" | "only_verified_write" | "city_id"
>;

/** The switch that hides how often the member answers (R10.03), with what others see. */
export function OddsSwitch({ own }: { own: Own }) {
  const t = useTexts("first-messages");
  const [shown, setShown] = useState(own.shows_odds);
  return (
    <ProfileSwitch
      name="shows_odds"
      words={(part) => t(`settings.odds${part}`)}
      on={own.shows_odds}
      onTurned={setShown}
    >
      <Preview>
        {own.answer_odds === null ? (
          <p>{t("settings.none")}</p>
        ) : (
          <>
            <p className="text-muted">{t(shown ? "settings.own" : "settings.own_hidden")}</p>
            <OddsNote odds={own.answer_odds} />
          </>
        )}
      </Preview>
    </ProfileSwitch>
  );
}

/** Who may write to the member first (R10.05): those who fit the preferences, which it shows, and the verified. */
export function WritersSwitches({ own, preferences }: { own: Own; preferences: Preferences }) {
  const t = useTexts("first-messages");
  return (
    <section aria-labelledby="who-may-write" className="border-line border-b">
      <h3 id="who-may-write" className="pt-5 text-lg">
        {t("settings.title")}
      </h3>
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
            <dd className="font-medium">{unset[wish] ? finder("preferences.no_matter") : words[wish]}</dd>
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
