import { type Caller, send } from "#e2e/member.ts";
import { address } from "#e2e/world.ts";
import { buy } from "./buy.ts";
import { newCaller } from "./caller.ts";
import type { Case } from "./case.ts";
import { sanction } from "./colleague.ts";
import { type Actor, type Cast, write, writeAboutMe } from "./people.ts";

type Report =
  | { about: "profile" | "chat"; reason: string; text: string }
  | { about: "message"; message: string; reason: string; text: string };

async function report(from: Actor, member: Actor, words: Report): Promise<string> {
  return (await send(from.context, "POST", "/api/report.php", { member: member.id, ...words })).report;
}

/** Asks a member for money, once they have answered; she reports the chat. */
async function askForMoney({ from, to, story }: { from: Actor; to: Actor; story: string }): Promise<string> {
  await write(from, to, `Dear ${to.name.split(" ")[0]}, your smile made my day. I am an officer on a mission abroad.`);
  await write(to, from, "Hello James, thank you! Where are you?");
  await write(from, to, story);
  return await report(to, from, { about: "chat", reason: "scam", text: "He wants money from me." });
}

async function scam({ james, emma, aino }: Cast): Promise<Case> {
  const first = await askForMoney({
    from: james,
    to: emma,
    story: "My bank card is blocked here. Please send me 400 pounds for my flight to you, I pay it back on Monday.",
  });
  const second = await askForMoney({
    from: james,
    to: aino,
    story: "The customs keep my parcel with gold. Send 900 euros as gift cards, my love, then we share it.",
  });
  return {
    queue: "reports",
    what: `${james.name}: asked two members for money; both chats are reported`,
    expected: "Read a chat, and ban him: scam. Both reports are decided on at once.",
    why: "The same story to two members with two demands for money; his contacts are warned only by a ban for a scam.",
    ids: { member: james.id, first, second },
  };
}

async function threat({ roman, nora }: Cast): Promise<Case> {
  await write(roman, nora, "Hi Nora, nice pictures!");
  await write(nora, roman, "Hello! Thanks, but I have just met someone.");
  const message = await write(
    roman,
    nora,
    "I know where you work and when you leave. Tonight I wait for you with a knife.",
  );
  const reported = await report(nora, roman, {
    about: "message",
    message,
    reason: "danger",
    text: "I am afraid to go home.",
  });
  return {
    queue: "reports",
    what: `${roman.name}: a threat with a knife for tonight, to ${nora.name}`,
    expected:
      "First of all reports: ban him (danger), tell the police with the prepared text, say so, and write to her with the prepared words.",
    why: "A life is in danger: before all others. The police must be told (DSA, article 18); she gets words that help.",
    ids: { member: roman.id, report: reported, message },
  };
}

async function minor({ tim, emma }: Cast): Promise<Case> {
  await writeAboutMe(tim, "I am in year 10 at school, I turn 16 in May, my parents must not know that I am here.");
  const reported = await report(emma, tim, {
    about: "profile",
    reason: "underage",
    text: "Read what he writes about himself.",
  });
  return {
    queue: "reports",
    what: `${tim.name}: says in his text that he is 15`,
    expected: "Second of all reports: ban him, ground “under 18”.",
    why: "His own text says that he is 15, whatever birth date he typed. Without a doubt there is nothing to ask back.",
    ids: { member: tim.id, report: reported },
  };
}

async function revenge({ kurt, lena }: Cast): Promise<Case> {
  await write(kurt, lena, "Hi, shall we meet tonight?");
  await write(lena, kurt, "Thank you for asking, but I don't think that we fit. I wish you all the best!");
  const reported = await report(kurt, lena, {
    about: "chat",
    reason: "harassment",
    text: "She is arrogant and a liar!!! BAN HER!!!",
  });
  return {
    queue: "reports",
    what: `${kurt.name} about ${lena.name}: anger about a polite no`,
    expected: "Leave it: no rule is broken; and mark the report as manifestly unfounded.",
    why: "The chat has two friendly lines of hers. “Unfounded”, as the line below the tick explains, counts towards a pause of his reports; without it half.",
    ids: { member: lena.id, report: reported },
  };
}

const insult = "You stupid cow, no one will ever want you. Ugly old hag!";

async function insults({ stefan, ...cast }: Cast, finance: Caller): Promise<Case> {
  // who has not bought anything may begin two chats
  await buy(stefan, finance, { credits: 25, method: "card" });
  const ids: Record<string, string> = { member: stefan.id };
  for (const key of ["ida", "greta", "sofia"] as const) {
    const reporter = cast[key];
    await write(stefan, reporter, `Good evening ${reporter.name.split(" ")[0]}, would you like to talk?`);
    await write(reporter, stefan, "No, thank you.");
    const message = await write(stefan, reporter, insult);
    ids[key] = await report(reporter, stefan, {
      about: "message",
      message,
      reason: "harassment",
      text: "He insults me.",
    });
  }
  return {
    queue: "reports",
    what: `${stefan.name}: the same insult to three members, each of whom reports it`,
    expected: "One decision about the three: mute or suspend for some days, ground harassment.",
    why: "Three members with one pattern are more than a warning is for; there is no threat and no earlier decision.",
    ids,
  };
}

const salesman =
  "Entrepreneur in shipping, widowed, one dog. I believe in fate, long letters and honest women over forty.";

async function secondAccount({ viktor, victor, rosa }: Cast, colleague: Caller): Promise<Case> {
  for (const each of [viktor, victor]) await writeAboutMe(each, salesman);
  const words = "You asked several members for money.";
  await sanction(colleague, viktor, { measure: "banned" }, { ground: "scam", words });
  const text = "I think that this man was here under another name.";
  const reported = await report(rosa, victor, { about: "profile", reason: "fake", text });
  return {
    queue: "reports",
    what: `${victor.name}: the same person as ${viktor.name}, whom a colleague banned for a scam`,
    expected: `Ban with “Same person”, or: scam, fake or misuse.`,
    why: `The item names ${viktor.name}, banned, with the same words about himself, birth date and town.`,
    ids: { member: victor.id, banned: viktor.id, report: reported },
  };
}

async function noticeAbout({ olaf }: Cast): Promise<Case> {
  await writeAboutMe(
    olaf,
    "Jeg selger førerkort og pass som ser ekte ut, fra 400 euro. Skriv til meg, levering på tre dager.",
  );
  const guest = await newCaller("en");
  await send(guest, "POST", "/api/notice.php", {
    place: `${address}/members/${olaf.id}`,
    reason: "other",
    text: "This profile offers forged driving licences and passports (in Norwegian). That is a crime.",
    name: "Ingrid Solberg",
    email: "ingrid.solberg@guest.example.org",
    good_faith: true,
  });
  return {
    queue: "reports",
    what: `A guest about ${olaf.name}: forged papers for sale in his text (Norwegian)`,
    expected: "Take the text down with a suspension or a ban (ground: it’s against the law).",
    why: "Selling forged passports is illegal. “Removed” alone counts as half: he would write it again.",
    ids: { member: olaf.id },
  };
}

async function noticeWithoutMember(): Promise<Case> {
  const guest = await newCaller("nl");
  await send(guest, "POST", "/api/notice.php", {
    place: "Een man met een rode hoed, ik zag hem gisteren bij jullie",
    reason: "fake",
    text: "Hij gebruikt de foto's van mijn broer, die hier niet is.",
    name: "Noor Visser",
    email: "noor.visser@guest.example.org",
    good_faith: true,
  });
  return {
    queue: "reports",
    what: "A guest (Dutch): “a man with a red hat uses the pictures of my brother”, without an address",
    expected: "Ask the guest for the address of the profile, or a link.",
    why: "No member is named, and a hat is not enough to find one; closing it would leave the brother without help.",
    ids: { email: "noor.visser@guest.example.org" },
  };
}

/** Reports of members and notices of guests. Those of danger come first in the queue, whenever they were sent. */
export async function plantReports(cast: Cast, colleague: Caller): Promise<Case[]> {
  return [
    await insults(cast, colleague),
    await revenge(cast),
    await scam(cast),
    await noticeWithoutMember(),
    await secondAccount(cast, colleague),
    await noticeAbout(cast),
    await minor(cast),
    await threat(cast),
  ];
}

/** A member whose first messages a program flagged; staff see no words. */
export async function plantReview({ dario, lena, emma, nora }: Cast, finance: Caller): Promise<Case[]> {
  await buy(dario, finance, { credits: 10, method: "card" });
  for (const to of [lena, emma, nora])
    await write(dario, to, "Ciao bella! Write me on WhatsApp, 0039 333 123 45 67, I am never here. Kisses");
  return [
    {
      queue: "reviews",
      what: `${dario.name}: his phone number in the first message to three members`,
      expected: "Warn: contact details, with a sentence why.",
      why: "Three members in a few minutes got the same text with contact details, which the numbers say; no one reports him.",
      ids: { member: dario.id },
    },
  ];
}
