import type account from "#locales/en/account.json";
import type chat from "#locales/en/chat.json";
import type credits from "#locales/en/credits.json";
import type home from "#locales/en/home.json";
import type likes from "#locales/en/likes.json";
import type members from "#locales/en/members.json";
import type payments from "#locales/en/payments.json";
import type profiles from "#locales/en/profiles.json";
import type shell from "#locales/en/shell.json";

/** The texts of each feature, as English has them; a feature adds its catalog here, and its keys are typed. */
export type Catalogs = {
  account: typeof account;
  chat: typeof chat;
  credits: typeof credits;
  home: typeof home;
  likes: typeof likes;
  members: typeof members;
  payments: typeof payments;
  profiles: typeof profiles;
  shell: typeof shell;
};
