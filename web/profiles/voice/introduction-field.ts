/** The field of the form that deletes a voice introduction without scripts: its id (`own-profile.tsx`). */
export const introductionField = "introduction";
