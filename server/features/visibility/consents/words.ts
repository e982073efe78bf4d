import { introducerDays, introductionDays } from "#contract/constants.ts";
import {
  type ConsentedNotice,
  type NotificationChannel,
  noticeKinds,
  notificationChannels,
  onByDefault,
} from "#contract/notifications.ts";

/** The switch of each kind of notice that is off until the member switches it on, on each channel. */
const noticeSwitches = Object.fromEntries(
  noticeKinds
    .filter((kind) => !onByDefault[kind])
    .flatMap((kind) =>
      notificationChannels.map((channel) => [
        `${kind}_${channel}`,
        [`notifications:settings.${kind}`, `notifications:settings.${channel}`],
      ]),
    ),
) as Record<`${ConsentedNotice}_${NotificationChannel}`, [string, string]>;

/**
 * The texts that the box or switch shows, in their order. The screens show the same keys:
 * `signup/fields.tsx`, `settings/consents.tsx`, `interests-field.tsx`, `about-me-consent.tsx`, `verification/`,
 * `privacy-settings.tsx`, `notification-settings.tsx`.
 */
export const consentWords = {
  sexuality: ["account:signup.consent", "account:signup.consent_why"],
  explicit_interests: ["profiles:own.explicit_agree", "profiles:own.explicit_why", "profiles:own.explicit_revoke"],
  about_me: ["profiles:own.about_me_agree", "profiles:own.about_me_why"],
  shown_to_visitors: ["account:privacy.visitors", "account:privacy.visitors_note"],
  click: ["account:signup.click", "account:signup.click_note"],
  selfie: ["verification:consent", "verification:private"],
  document: ["age:consent", "age:private"],
  introductions: ["account:privacy.introduces", "account:privacy.introduces_note"],
  ...noticeSwitches,
  suggestions_email: ["notifications:settings.suggestions", "notifications:settings.consent"],
  digest_email: ["notifications:settings.digest", "notifications:settings.consent"],
} as const;

export type ConsentSubject = keyof typeof consentWords;

/** The values of the placeholders in these texts, besides the site's name. */
export const consentValues = { count: introductionDays, away: introducerDays };

export const isConsentSubject = (name: string): name is ConsentSubject => Object.hasOwn(consentWords, name);
