import * as ageContract from "#contract/age.ts";
import * as contract from "#contract/verification.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { askForPose, showVerification } from "./ask-for-pose.ts";
import { beginAge, sendDocument, showAge, withdrawDocument } from "./check-age.ts";
import { sendPicture } from "./send-picture.ts";
import { withdraw } from "./withdraw.ts";

export const verificationRoutes: Handler[] = [
  handle(contract.getVerification, async (ctx) => ({ verification: await showVerification(ctx) })),
  handle(contract.askForPose, async (ctx) => ({ verification: await askForPose(ctx) })),
  handle(contract.sendSelfie, async (ctx, { body }) => {
    await sendPicture(ctx, "selfie", body);
    return { verification: await showVerification(ctx) };
  }),
  handle(contract.withdrawVerification, async (ctx) => {
    await withdraw(ctx);
    return { verification: await showVerification(ctx) };
  }),
  handle(ageContract.getAgeCheck, async (ctx) => ({ age: await showAge(ctx) })),
  handle(ageContract.beginAgeCheck, async (ctx) => ({ url: await beginAge(ctx) })),
  handle(ageContract.sendDocument, async (ctx, { body }) => {
    await sendDocument(ctx, body);
    return { age: await showAge(ctx) };
  }),
  handle(ageContract.withdrawDocument, async (ctx) => {
    await withdrawDocument(ctx);
    return { age: await showAge(ctx) };
  }),
];
