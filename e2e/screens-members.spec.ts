import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { dayMs } from "#contract/durations.ts";
import { inspect, sendPhoto } from "./chat-photo.ts";
import { ask } from "./database.ts";
import { giveCredits } from "./give-credits.ts";
import { arrive, arriveTwo, logInAs, newMember, send } from "./member.ts";
import { visitProfile, waitUntilInteractive } from "./open.ts";
import { addPhotos, approvePhotos, photoFile } from "./photo.ts";
import { placeOrder } from "./sandbox.ts";
import { dialog, follow, menFor, press, screensOf, sees, visit } from "./screens.ts";
import { openFilters, text as searchText } from "./search-page.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");
const chatPhotos = (key: string, params = {}) => say(`chat-photos:${key}`, params);

/** Tells a friend about a date tomorrow. */
async function shareDate(context: BrowserContext, { id: member }: { id: string }): Promise<void> {
  const times = { time: "19:30", fine_by: "23:00", time_zone: "Europe/Berlin" };
  const day = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  const words = { place: "Café Roest, by the water", note: "Back by tram", friend: "Sam" };
  await send(context, "PUT", "/api/shared-date.php", { member, day, ...times, ...words });
}

screensOf(
  "a free member",
  async (browser) => {
    const [viewer, she] = [await visit(browser), await visit(browser)];
    const premium = await newMember(she.context, "Premium");
    await addPhotos(she.context, ["#b35", "#35b", "#3b5"]);
    await ask("update profiles set premium = true where member_id = $1", [premium.id]);
    await approvePhotos(premium);
    await she.context.close();
    await logInAs(viewer.context, "robin");
    return { ...viewer, premium };
  },
  [
    { name: "a member's home", path: "/", longWords: true },
    { name: "search", path: "/members?filters=none", longWords: true, core: true },
    {
      name: "filters, with all interests",
      path: "/members?filters=none",
      prepare: async (page) => (await openFilters(page)).locator("summary").first().click(),
    },
    {
      name: "filters, with the key facts",
      path: "/members?smoking=no&languages=fi",
      prepare: async (page) => (await openFilters(page)).locator("summary").last().click(),
      longWords: true,
    },
    {
      name: "search with filters",
      path: "/members?country=GB&countryregion=GB-ENG&distance=100&online=1&sort=nearest",
    },
    { name: "search without results", path: "/members?country=GB&min_age=96&max_age=97" },
    {
      name: "search with similar members",
      path: "/members?country=GB&min_age=30&max_age=31",
      prepare: (page) => expect(page.getByRole("region", { name: searchText("similar.title") })).toBeVisible(),
    },
    {
      name: "locked photos of a premium member",
      path: ({ premium }) => `/members/${premium.id}`,
      prepare: async (page) => {
        await press(page, say("members:photos.next"));
        await expect(page.getByText(say("photos:lock.premium")).first()).toBeVisible();
      },
    },
    {
      name: "profile with the odds of an answer",
      path: async ({ premium: { id } }) => {
        await ask("insert into answer_odds values ($1, 'half', true, now())", [id]);
        return `/members/${id}`;
      },
      longWords: true,
    },
    { name: "first message with the odds", path: ({ premium }) => `/members/${premium.id}/chat`, longWords: true },
    {
      name: "first message outside of wishes",
      path: async ({ premium: { id } }) => {
        const wishes = "only_fitting_write = true, only_verified_write = true, prefers_min_age = 60";
        await ask(`update profiles set ${wishes} where member_id = $1`, [id]);
        return `/members/${id}/chat`;
      },
      longWords: true,
    },
    { name: "profile outside of wishes", path: ({ premium }) => `/members/${premium.id}`, longWords: true },
    {
      name: "account menu",
      path: "/members?filters=none",
      prepare: (page) => press(page, say("navigation:account.menu", { name: "Robin" })),
    },
    { name: "likes", path: "/likes", longWords: true, core: true },
    { name: "matches", path: "/likes/matches" },
    { name: "visitors", path: "/visitors", longWords: true },
    {
      name: "swipe game",
      path: "/swipe-game",
      prepare: (page) => expect(page.locator('[data-place="0"]')).toBeVisible(),
      longWords: true,
    },
    { name: "chats", path: "/chats", longWords: true, core: true },
    {
      name: "chats, searched",
      prepare: async (page) => {
        await page.getByRole("searchbox", { name: say("chat:search.label") }).fill("you");
        await expect(page.getByRole("list", { name: say("chat:search.results") })).toBeVisible();
      },
    },
    {
      name: "chat",
      prepare: async (page) => {
        await page.getByRole("main").locator("a[href*='/chats/']").first().click();
        await expect(page.getByRole("textbox")).toBeVisible();
      },
    },
    { name: "credits", path: "/credits", longWords: true, core: true },
    {
      name: "credits, with a wrong code",
      path: "/credits?code=NOTHING",
      prepare: (page) => sees(page, "Code not found"),
    },
    { name: "premium", path: "/premium", longWords: true },
    { name: "transactions", path: "/transactions", longWords: true },
    { name: "withdrawal, for a member", path: "/withdrawal", longWords: true },
  ],
);

screensOf(
  "a premium member",
  async (browser) => {
    const viewer = await visit(browser);
    await logInAs(viewer.context, "alex");
    return viewer;
  },
  [
    { name: "credits", path: "/credits" },
    { name: "premium", path: "/premium" },
    { name: "likes", path: "/likes" },
    { name: "profile of a member", path: async (viewer) => `/members/${(await menFor(viewer))[0]}`, longWords: true },
  ],
);

/** A woman; `he` is the man she meets. */
async function pair(browser: Browser) {
  const [she, he] = await arriveTwo(browser, ["Anna", "Ben"]);
  return { ...she, he };
}
const chooseReason = async (page: Page, reason: string) => {
  await dialog(page)
    .last()
    .getByText(say(`moderation:reasons.${reason}`), { exact: true })
    .click();
  await press(page, say("moderation:report.send"));
};

screensOf(
  "a member who meets another",
  async (browser) => {
    const viewer = await pair(browser);
    const { he, id } = viewer;
    await addPhotos(he.context, ["#35b"]);
    await approvePhotos(he);
    await visitProfile(he.page, id);
    await send(he.context, "POST", "/api/like.php", { id });
    await he.page.close();
    return viewer;
  },
  [
    { name: "likes, with the mark of a new visitor", path: "/likes" },
    {
      name: "account menu, with the number of new visitors",
      prepare: (page, { name }) => press(page, say("navigation:account.menu", { name })),
    },
    { name: "visitors", path: "/visitors", prepare: (page) => sees(page, say("visitors:new")) },
    { name: "profile", path: ({ he }) => `/members/${he.id}` },
    {
      name: "report a member",
      prepare: async (page, { he }) => {
        await press(page, say("moderation:more"));
        await page.getByRole("menuitem", { name: say("moderation:report.do_profile", { name: he.name }) }).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "report without a reason",
      prepare: async (page) => {
        await press(page, say("moderation:report.send"));
        await sees(page, say("errors:field.unknown_option"));
      },
    },
    {
      name: "member reported",
      prepare: async (page) => {
        await chooseReason(page, "scam");
        await sees(page, say("moderation:report.sent"));
      },
    },
    {
      name: "report a photo that fills the screen",
      path: ({ he }) => `/members/${he.id}`,
      prepare: async (page) => {
        await follow(page, pattern(say, "members:photos.enlarge"));
        await press(page, say("moderation:report.do_photo"));
        await expect(dialog(page)).toHaveCount(2);
      },
    },
    {
      name: "match",
      path: "/likes",
      prepare: async (page) => {
        await press(page, new RegExp(say("likes:like_back")));
        await sees(page, say("likes:match.title"));
      },
    },
    {
      name: "a like's page",
      path: ({ he }) => `/likes/m/${he.id}`,
    },
    { name: "first message to a match", path: ({ he }) => `/members/${he.id}/chat`, longWords: true },
    {
      name: "gifts, one chosen",
      prepare: async (page) => {
        await follow(page, say("gifts:send.open"));
        await dialog(page).getByText(say("gifts:name.rose"), { exact: true }).click();
      },
    },
    {
      name: "gifts, without enough credits",
      prepare: async (page) => {
        await dialog(page).getByText(say("gifts:name.ring"), { exact: true }).click();
        await sees(page, pattern(say, "gifts:send.short_other"));
      },
    },
    {
      name: "chat with gifts, one still wrapped",
      path: async ({ context, he, id }) => {
        const rose = { member: id, gift: "rose", text: "Hello" };
        const { conversation } = await send(he.context, "POST", "/api/gift.php", rose);
        await send(context, "POST", "/api/gift.php", { member: he.id, gift: "kite" });
        return `/chats/${conversation.id}`;
      },
      longWords: true,
    },
    {
      name: "opened gift",
      prepare: async (page, { he }) => {
        await press(page, pattern(say, "gifts:chat.open"));
        await sees(page, say("gifts:chat.received", { name: he.name, gift: say("gifts:given.rose") }));
      },
    },
    {
      name: "chat with photos: rejected, of both, and one that the other rejected one left",
      path: async ({ context, he, id }) => {
        await giveCredits({ id }, 20);
        await giveCredits(he, 20);
        const photos = [await sendPhoto(context, he, "#b35"), await sendPhoto(he.context, { id }, "#282")];
        for (const { message } of photos) await inspect(message, "rejected");
        const { message, conversation } = await sendPhoto(he.context, { id }, "#35b", "My boat");
        await inspect(message, "active");
        await sendPhoto(context, he, "#b53");
        return `/chats/${conversation}`;
      },
      longWords: true,
    },
    {
      name: "photo in a chat, on the full screen",
      prepare: async (page, { he }) => {
        const photo = chatPhotos("photo.alt", { name: he.name });
        await press(page, chatPhotos("photo.open", { photo }));
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "chat with a photo that is covered",
      path: async ({ id, he }) => {
        await ask("delete from matches where $1 in (a_id, b_id)", [id]);
        return `/members/${he.id}/chat`;
      },
      prepare: (page, { he }) =>
        expect(page.getByRole("button", { name: chatPhotos("photo.reveal_for", { name: he.name }) })).toBeVisible(),
    },
    { name: "photo to send, not chosen yet", prepare: (page) => press(page, chatPhotos("button")) },
    {
      name: "photo to send",
      prepare: async (page) => {
        const chooser = dialog(page).getByLabel(chatPhotos("choose"), { exact: true });
        await chooser.setInputFiles(await photoFile("#b35", "photo.jpg"));
        await expect(dialog(page).getByRole("img", { name: chatPhotos("preview") })).toBeVisible();
      },
    },
    {
      name: "own profile, with a gift and the pose of the selfie",
      path: async ({ context, id }) => {
        await addPhotos(context, ["#a56"]);
        await approvePhotos({ id });
        await send(context, "POST", "/api/verification.php", {});
        return "/profile";
      },
      prepare: (page) => sees(page, say("verification:pose_title")),
    },
    {
      name: "hidden contacts, with a line that was refused",
      path: "/hidden-contacts",
      prepare: async (page) => {
        await page.getByLabel(say("hidden-contacts:field")).fill("known@example.org\nmy boss");
        await press(page, say("hidden-contacts:hide"));
        await sees(page, say("hidden-contacts:refused"));
      },
    },
    {
      name: "saved members",
      path: async ({ context, he }) => {
        await send(context, "PUT", "/api/mark.php", { id: he.id, kind: "saved", note: "Has the best photos." });
        return "/saved";
      },
      prepare: (page) => sees(page, "Has the best photos."),
    },
    {
      name: "telling a friend about a date",
      path: ({ he }) => `/dates/${he.id}`,
      prepare: async (page) => {
        await press(page, say("shared-dates:form.create"));
        await sees(page, say("errors:field.required"));
      },
    },
    {
      name: "dates that a friend knows of",
      path: async ({ context, he }) => {
        await shareDate(context, he);
        return "/dates";
      },
      prepare: async (page) => {
        await page.getByText(say("shared-dates:link.more")).click();
        await sees(page, say("shared-dates:link.end_note"));
      },
    },
    {
      name: "a date as the friend sees it",
      path: async ({ context, he }) => {
        await shareDate(context, he);
        const { dates } = await (await context.request.get("/api/shared-dates.php")).json();
        return dates[0].link;
      },
      prepare: (page) => sees(page, say("shared-dates:friend.worried_title")),
    },
    {
      name: "questions to open with",
      path: async ({ context }) => {
        await send(context, "PUT", "/api/opening-questions.php", { chosen: ["sea", "song"], written: ["And you?"] });
        return "/profile/questions";
      },
      prepare: (page) => sees(page, say("question-list:question.sea")),
    },
    {
      name: "own profile as others see it, with a gift and the badge",
      path: async ({ id }) => {
        await ask("update profiles set verified_at = now() where member_id = $1", [id]);
        return `/members/${id}`;
      },
      prepare: async (page, { name }) => {
        await press(page, say("verification:badge"));
        await sees(page, say("verification:about.text", { name }));
      },
    },
  ],
);

screensOf(
  "a member who chats and pays",
  async (browser) => {
    const viewer = await pair(browser);
    const { he, id, context } = viewer;
    await he.page.close();
    await send(he.context, "POST", "/api/message.php", { member: id, text: "Good evening." });
    for (const text of ["Good evening.", "How are you?", "See www.example.org", "Is it far?", "By train?"]) {
      await send(context, "POST", "/api/message.php", { member: he.id, text });
    }
    const sender = await arrive(browser, "Sender", { gender: "male", seeks: "female" });
    const text = "Look at www.example.org, and please send me 50 euros.";
    await send(sender.context, "POST", "/api/message.php", { member: id, text });
    const { chats } = await (await context.request.get("/api/chats.php")).json();
    return { ...viewer, asked: `/chats/${chats[0].conversation.id}`, chat: `/chats/${chats[1].conversation.id}` };
  },
  [
    {
      name: "chat, with a marked first message",
      path: ({ asked }) => asked,
      prepare: (page) => sees(page, say("moderation:advice.money")),
      longWords: true,
    },
    {
      name: "report a message",
      prepare: async (page) => {
        await press(page, say("moderation:message_more"));
        await page.getByRole("menuitem", { name: say("moderation:report.do_message") }).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "link in a message",
      path: ({ chat }) => chat,
      prepare: async (page) => {
        await press(page, "www.example.org");
        await sees(page, say("chat:link.warning"));
      },
    },
    {
      name: "menu of a message, with reactions",
      path: ({ asked }) => asked,
      prepare: async (page) => {
        await press(page, say("moderation:message_more"));
        await expect(page.getByRole("menuitemcheckbox").first()).toBeVisible();
      },
    },
    {
      name: "reply to a message",
      prepare: async (page) => {
        await page.getByRole("menuitem", { name: say("chat:reply.do") }).click();
        await expect(page.locator(".message-quote")).toBeVisible();
      },
    },
    {
      name: "emoji",
      path: ({ chat }) => chat,
      prepare: async (page) => {
        await press(page, say("chat:emoji.open"));
        await expect(page.getByRole("gridcell").first()).toBeVisible();
      },
    },
    {
      name: "message without credits",
      path: ({ chat }) => chat,
      prepare: async (page) => {
        await page.getByRole("textbox").fill("And the sixth one?");
        await press(page, pattern(say, "chat:composer.send_price_one"));
        await sees(page, say("errors:not_enough_credits"));
      },
    },
    {
      name: "order",
      path: "/credits",
      prepare: async (page) => {
        await follow(page, pattern(say, "credits:choose", { count: 25 }));
        await page.getByText(say("payments:methods.card"), { exact: true }).click();
      },
    },
    {
      name: "sandbox",
      prepare: async (page) => {
        await placeOrder(page, say);
        await page.waitForURL(/\/sandbox\/checkout\//);
      },
    },
    {
      name: "sandbox, approval",
      prepare: async (page) => {
        await press(page, pattern(say, "sandbox:pay"));
        await page.waitForURL(/\/approve$/);
      },
    },
    {
      name: "paid",
      prepare: async (page) => {
        await press(page, pattern(say, "sandbox:approval.approve"));
        await sees(page, say("payments:completed.premium"));
        await waitUntilInteractive(page);
      },
    },
    { name: "sandbox, all payments", path: "/sandbox" },
    {
      name: "sandbox, after the payment",
      prepare: async (page) => {
        await page.getByRole("listitem").first().getByRole("link").click();
        await sees(page, say("sandbox:chargeback.do"));
      },
    },
    { name: "transactions", path: "/transactions" },
    {
      name: "block the other in a chat",
      path: ({ chat }) => chat,
      prepare: async (page, { he }) => {
        await press(page, say("chat:header.more"));
        await page.getByRole("menuitem", { name: say("moderation:block.do", { name: he.name }) }).click();
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "chat reported",
      path: ({ chat }) => chat,
      prepare: async (page) => {
        await press(page, say("chat:header.more"));
        await page.getByRole("menuitem", { name: say("moderation:report.do_chat") }).click();
        await chooseReason(page, "harassment");
        await sees(page, say("moderation:block.copy"));
      },
    },
    {
      name: "settings, with a blocked member",
      path: async ({ context, he }) => {
        await send(context, "POST", "/api/block.php", { id: he.id });
        return "/notifications/blocked";
      },
      prepare: (page, { he }) => sees(page, he.name),
    },
    { name: "profile of a blocked member", path: ({ he }) => `/members/${he.id}` },
    {
      name: "profile of a member who blocked the viewer",
      path: async ({ context, he, id }) => {
        await send(context, "DELETE", "/api/block.php", { id: he.id });
        await send(he.context, "POST", "/api/block.php", { id });
        return `/members/${he.id}`;
      },
      prepare: (page, { he }) => sees(page, say("errors:blocked", { name: he.name })),
    },
  ],
);
