import { expect, type Page } from "@playwright/test";
import { ask } from "./database.ts";
import { confirm, newMember, password, send, signUpIn } from "./member.ts";
import { addPhotos, approvePhotos } from "./photo.ts";
import { dialog, field, follow, menFor, press, screensOf, sees, visit } from "./screens.ts";
import { pattern, sayIn } from "./texts.ts";

const say = sayIn("en");

screensOf(
  "a member without a confirmed address",
  async (browser) => {
    const viewer = await visit(browser, {
      permissions: ["geolocation"],
      geolocation: { latitude: 52.5204, longitude: 13.4049 },
    });
    const member = await signUpIn(viewer.context, "Unconfirmed");
    return { ...viewer, ...member, men: await menFor(viewer) };
  },
  [
    ...["photo", "location", "personal_info", "about_me", "confirm_email"].map((step) => ({
      name: `signup: ${step}`,
      path: `/complete-signup?step=${step}`,
      longWords: true,
    })),
    {
      name: "signup: town of another country",
      path: "/complete-signup?step=location",
      prepare: async (page) => {
        await field(page, say("account:signup.country")).selectOption("DE");
        await field(page, say("account:signup.town")).fill("Salzburg");
        await sees(page, say("account:signup.town_elsewhere", { country: "Germany" }));
      },
    },
    { name: "first matches", path: "/signup-matches", longWords: true },
    { name: "first message", path: ({ men }) => `/members/${men[0]}/chat` },
    {
      name: "held message",
      path: async ({ context, men }) => {
        const message = { member: men[0], text: "I like your smile." };
        const { conversation } = await send(context, "POST", "/api/message.php", message);
        return `/chats/${conversation.id}`;
      },
      prepare: (page) => sees(page, say("chat:state.held")),
    },
    { name: "chats with a held message", path: "/chats" },
    {
      name: "no conversations left: first message",
      path: async ({ context, men }) => {
        await send(context, "POST", "/api/message.php", { member: men[1], text: "Hello" });
        return `/members/${men[2]}/chat`;
      },
      prepare: (page) => sees(page, say("chat:first.none_left")),
    },
    {
      name: "no conversations left: profile",
      path: ({ men }) => `/members/${men[2]}`,
      prepare: (page) => sees(page, say("members:profile.none_left")),
    },
  ],
);

screensOf(
  "a member whose message can't be delivered",
  async (browser) => {
    const [viewer, gone] = [await visit(browser), await visit(browser)];
    const { id } = await newMember(gone.context, "Gone", { gender: "male", seeks: "female" });
    const member = await signUpIn(viewer.context, "Author");
    await send(viewer.context, "POST", "/api/message.php", { member: id, text: "Are you still there?" });
    await send(gone.context, "DELETE", "/api/account.php", { password });
    await gone.context.close();
    await confirm(viewer.context, member);
    return viewer;
  },
  [
    {
      name: "chats with an undelivered message",
      path: "/chats",
      prepare: (page) => sees(page, say("chat:undelivered.profile_not_found")),
    },
  ],
);

const aboutMe = (page: Page) => page.getByRole("textbox", { name: say("account:profile.about") });

screensOf(
  "a new member",
  async (browser) => {
    const viewer = await visit(browser);
    return { ...viewer, ...(await newMember(viewer.context, "Fresh")) };
  },
  [
    { name: "search, with the alert that asks for a photo", path: "/members" },
    { name: "no visitors yet", path: "/visitors" },
    { name: "no updates yet", path: "/updates" },
    { name: "no chats yet", path: "/chats" },
    { name: "own profile", path: "/profile", longWords: true },
    {
      name: "own profile: a file that is no photo",
      prepare: async (page) => {
        const heic = { name: "phone.heic", mimeType: "image/heic", buffer: Buffer.from("heic") };
        await page.locator("input[type=file]").first().setInputFiles(heic);
        await sees(page, say("photos:upload.heic"));
      },
    },
    {
      name: "own profile: text too long, explicit interests",
      prepare: async (page) => {
        await aboutMe(page).fill("x".repeat(5_000));
        await aboutMe(page).blur();
        await sees(page, pattern(say, "errors:field.text_too_long"));
        const explicit = page.getByRole("group", { name: say("profiles:own.explicit") });
        await explicit.getByRole("checkbox", { name: /I agree/ }).check();
        await explicit.getByRole("checkbox", { name: say("profiles:interest.bondage") }).focus();
        await page.keyboard.press("Space");
      },
    },
    {
      name: "own profile: text under inspection",
      prepare: async (page) => {
        await aboutMe(page).fill("Call me: 0171 2345678");
        await aboutMe(page).blur();
        await expect(page.getByText(say("profiles:own.inspection"), { exact: true })).toBeVisible();
      },
    },
    {
      name: "own profile: an answer of the match finder is changed",
      prepare: async (page) => {
        const section = page.getByRole("region", { name: say("match-finder:preferences.title") });
        const what = say("match-finder:preferences.goals");
        await section.getByRole("button", { name: say("match-finder:preferences.change_for", { what }) }).click();
        await section.getByLabel(say("match-finder:goal.friendship"), { exact: true }).check();
      },
    },
    {
      name: "own profile: photo under inspection",
      path: async ({ context }) => {
        await addPhotos(context, ["#b35"]);
        return "/profile";
      },
      prepare: (page) => expect(page.getByText(say("photos:own.main"), { exact: true })).toBeVisible(),
    },
  ],
);

screensOf(
  "a member at the match finder",
  async (browser) => {
    const viewer = await visit(browser);
    return { ...viewer, ...(await newMember(viewer.context, "Finder")) };
  },
  [
    ...["who", "age", "distance", "goals", "interests", "body_types", "own_body"].map((question) => ({
      name: `match finder: ${question}`,
      path: `/match-finder?question=${question}`,
      longWords: ["goals", "interests"].includes(question),
    })),
    {
      name: "best matches",
      path: async ({ context }) => {
        await send(context, "PUT", "/api/profile.php", { interests: ["coffee", "hiking", "cooking"] });
        await send(context, "PUT", "/api/preferences.php", { goals: ["dates"], prefers_body_types: ["average"] });
        return "/match-finder?show=best";
      },
      prepare: (page) => expect(page.getByRole("main").locator("[data-member]").first()).toBeVisible(),
      longWords: true,
    },
    {
      name: "no match fits",
      path: async ({ context }) => {
        const nobody = { prefers_min_age: 18, prefers_max_age: 18, prefers_distance: 1 };
        await send(context, "PUT", "/api/preferences.php", nobody);
        return "/match-finder?show=best";
      },
      prepare: (page) => expect(page.getByRole("region", { name: say("match-finder:best.none") })).toBeVisible(),
    },
    { name: "swipe game without members", path: "/swipe-game", longWords: true },
    {
      name: "swipe game without likes",
      path: async ({ context, id }) => {
        const anyone = { prefers_min_age: null, prefers_max_age: null, prefers_distance: null };
        await send(context, "PUT", "/api/preferences.php", anyone);
        const spent = "select $1, site_id, 4, now() + interval '1 hour' from profiles where member_id = $1";
        await ask(`insert into swipe_likes (member_id, site_id, spent, renewed_at) ${spent}`, [id]);
        return "/swipe-game";
      },
      prepare: (page) => sees(page, say("swipe:spent.title")),
      longWords: true,
    },
  ],
);

screensOf(
  "a member with photos",
  async (browser) => {
    const viewer = await visit(browser);
    const member = await signUpIn(viewer.context, "Photos");
    await addPhotos(viewer.context, ["#b35", "#35b", "#3b5"]);
    // an approval during the journey would replace what the page says of a move
    await approvePhotos(member);
    return { ...viewer, ...member };
  },
  [
    { name: "own profile", path: "/profile", longWords: true },
    {
      name: "edit a photo",
      prepare: async (page) => {
        await press(page, say("photos:own.edit_for", { number: 2 }));
        await expect(dialog(page)).toBeVisible();
      },
    },
    {
      name: "photo moved",
      prepare: async (page) => {
        await press(page, say("photos:edit.later"));
        await expect(dialog(page).getByText(say("photos:own.moved", { number: 3, total: 3 }))).toBeVisible();
      },
    },
    {
      name: "caption with contact details",
      prepare: async (page) => {
        await dialog(page).getByLabel(say("photos:edit.caption")).fill("Write to anna@example.org");
        await press(page, say("shell:save"));
        await sees(page, say("errors:field.contact_details"));
      },
    },
    {
      name: "delete a photo",
      prepare: async (page) => {
        await press(page, say("photos:own.remove"));
        await expect(page.getByRole("dialog", { name: say("photos:own.remove_title") })).toBeVisible();
      },
    },
    {
      name: "crop a photo",
      path: "/profile",
      prepare: async (page) => {
        await press(page, say("photos:own.edit_for", { number: 1 }));
        await press(page, say("photos:edit.crop"));
        await expect(dialog(page).getByLabel(say("photos:crop.zoom"))).toBeEnabled();
      },
    },
    { name: "own profile as others see it", path: ({ id }) => `/members/${id}` },
    {
      name: "photos fill the screen",
      prepare: async (page) => {
        await follow(page, pattern(say, "members:photos.enlarge"));
        await expect(dialog(page)).toBeVisible();
      },
    },
  ],
);
