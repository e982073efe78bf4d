import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { noticeKinds, notificationChannels, notificationKinds, onByDefault } from "#contract/notifications.ts";
import { features } from "#server/features/index.ts";
import { isConsentSubject } from "#server/features/visibility/index.ts";
import { createTexts } from "#server/texts.ts";
import routes from "#web/routes.ts";

const definitions = features.flatMap(({ notices = [] }) => notices);

test("D9.1 one feature declares each kind of notice", () => {
  expect(definitions.map(({ kind }) => kind).sort(), "`notices` in the index.ts of the features").toEqual(
    [...noticeKinds].sort(),
  );
});

// without the routes of any address: `:token` and `*`
const screens = routes
  .flatMap(({ children = [] }) => children.map(({ path = "" }) => `/${path}`))
  .filter((path) => !/^\/[:*]/.test(path));

test.each(definitions)("D9.1 the pages of a notice exist: $kind", ({ path, listPath }) => {
  const id = crypto.randomUUID();
  for (const address of [path({ fromId: id, conversationId: id }), listPath]) {
    const { pathname } = new URL(address, "http://localhost");
    expect(
      screens.filter((screen) => matchPath(screen, pathname)),
      `web/routes.ts has no ${address}`,
    ).not.toEqual([]);
  }
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
  ...[...keys, "why", "unsubscribe"].map((key) => `mails:${kind}.${key}`),
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
