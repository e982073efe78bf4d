import * as age from "#contract/age.ts";
import * as openingQuestions from "#contract/opening-questions.ts";
import * as photos from "#contract/photos.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import * as contract from "#contract/profiles.ts";
import * as verification from "#contract/verification.ts";
import * as voice from "#contract/voice-introductions.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { loadProfile } from "./load-cards.ts";
import { toOwnProfile } from "./own-profile.ts";
import { cropPhoto } from "./photos/crop-photo.ts";
import { captionPhoto, deletePhoto, listOwnPhotos, orderPhotos, setMainPhoto } from "./photos/manage-photos.ts";
import { uploadPhoto } from "./photos/upload-photo.ts";
import { findOwn } from "./profiles-store.ts";
import { toOwnQuestions } from "./questions/rules.ts";
import { listQuestions, saveQuestions } from "./questions/save-questions.ts";
import { saveProfile } from "./save-profile.ts";
import { setSexuality } from "./set-sexuality.ts";
import { beginAge, sendDocument, showAge, withdrawDocument } from "./verification/check-age.ts";
import { askForPose, showVerification, withdrawSelfie } from "./verification/selfies.ts";
import { sendPicture } from "./verification/send-picture.ts";
import { deleteIntroduction, listOwnIntroduction, uploadIntroduction } from "./voice/introductions.ts";

async function presentOwn(ctx: MemberContext): Promise<OwnProfile> {
  const { memberId } = ctx.viewer;
  const [profile, own] = await Promise.all([loadProfile(ctx, memberId), findOwn(ctx.db, memberId)]);
  const questions = toOwnQuestions(ctx, own.questions);
  return toOwnProfile({ ...own, questions }, profile, ctx.site.settings.visible_profile_fields);
}

export const profilesRoutes: Handler[] = [
  handle(photos.getPhotos, listOwnPhotos),
  handle(photos.uploadPhoto, async (ctx, { body }) => ({ photo: await uploadPhoto(ctx, body) })),
  handle(photos.setMainPhoto, (ctx, { body }) => setMainPhoto(ctx, body.photo)),
  handle(photos.orderPhotos, (ctx, { body }) => orderPhotos(ctx, body.photos)),
  handle(photos.captionPhoto, (ctx, { body }) => captionPhoto(ctx, body.photo, body.caption)),
  handle(photos.cropPhoto, (ctx, { body }) => cropPhoto(ctx, body.photo, body.crop)),
  handle(photos.deletePhoto, (ctx, { body }) => deletePhoto(ctx, body.photo)),
  handle(voice.getVoiceIntroduction, listOwnIntroduction),
  handle(voice.uploadVoiceIntroduction, (ctx, { body }) => uploadIntroduction(ctx, body)),
  handle(voice.deleteVoiceIntroduction, (ctx, { body }) => deleteIntroduction(ctx, body.id)),
  handle(verification.getVerification, async (ctx) => ({ verification: await showVerification(ctx) })),
  handle(verification.askForPose, async (ctx) => ({ verification: await askForPose(ctx) })),
  handle(verification.sendSelfie, async (ctx, { body }) => {
    await sendPicture(ctx, "selfie", body);
    return { verification: await showVerification(ctx) };
  }),
  handle(verification.withdrawVerification, async (ctx) => {
    await withdrawSelfie(ctx);
    return { verification: await showVerification(ctx) };
  }),
  handle(age.getAgeCheck, async (ctx) => ({ age: await showAge(ctx) })),
  handle(age.beginAgeCheck, async (ctx) => ({ url: await beginAge(ctx) })),
  handle(age.sendDocument, async (ctx, { body }) => {
    await sendDocument(ctx, body);
    return { age: await showAge(ctx) };
  }),
  handle(age.withdrawDocument, async (ctx) => {
    await withdrawDocument(ctx);
    return { age: await showAge(ctx) };
  }),
  handle(contract.getOwnProfile, presentOwn),
  handle(contract.saveProfile, async (ctx, { body }) => {
    await saveProfile(ctx, body);
    return await presentOwn(ctx);
  }),
  handle(openingQuestions.getQuestions, listQuestions),
  handle(openingQuestions.saveQuestions, (ctx, { body }) => saveQuestions(ctx, body)),
  handle(contract.setSexuality, async (ctx, { body }) => {
    await setSexuality(ctx, body.seeks);
    return { sexuality_consent: body.seeks !== null };
  }),
];
