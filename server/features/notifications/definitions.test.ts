import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { noticeKinds, notificationChannels, notificationKinds, onByDefault } from "#contract/notifications.ts";
import { features } from "#server/features/index.ts";
import { isConsentSubject } from "#server/features/visibility/index.ts";
import { createTexts } from "#server/texts.ts";

const definitions = features.flatMap(({ notices = [] }) => notices);

test("D9.1 one feature declares each kind of notice", () => {
  expect(definitions.map(({ kind }) => kind).sort(), "`notices` in the index.ts of the features").toEqual(
    [...noticeKinds].sort(),
  );
});

test("D11.5 what is off until the member switches it on is kept as a consent, with its words", () => {
  const consented = notificationKinds.filter((kind) => !onByDefault[kind]);
  const subjects = consented.flatMap((kind) => {
    const channels = noticeKinds.some((each) => each === kind) ? notificationChannels : (["email"] as const);
    return channels.map((channel) => `${kind}_${channel}`);
  });
  expect(
    subjects.filter((subject) => !isConsentSubject(subject)),
    "add the words of its switch to server/features/visibility/consents/words.ts",
  ).toEqual([]);
});

const keys = ["subject", "preview", "text", "button"].flatMap((key) => [`${key}_one`, `${key}_other`]);
const wordsOfKind = (kind: string) => [
  ...[...keys, "heading", "why", "unsubscribe"].map((key) => `mails:${kind}.${key}`),
  `mails:digest.${kind}`,
  `notifications:settings.${kind}`,
  `notifications:unsubscribe.kind_${kind}`,
  `notifications:unsubscribe.off_${kind}`,
];

test.each(languages)("D9.1 each kind of notice has its words in %s", (language) => {
  const { t } = createTexts();
  const params = { names: "Anna", name: "Ben", count: 2, site: "Rendezvous" };
  for (const key of noticeKinds.flatMap(wordsOfKind)) expect(t(language, key, params), key).not.toBe("");
});
