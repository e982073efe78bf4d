import { defineFeature } from "#server/feature.ts";
import { endOldProposals } from "./jobs.ts";
import { memberData } from "./member-data.ts";

export { decideProposal } from "./decide-proposal.ts";
export { describeProposal } from "./describe-proposal.ts";
export { type CarryOut, propose } from "./propose.ts";
export {
  findProposals,
  findProposalsAbout,
  findProposalsOfSite,
  lockStaffMember,
} from "./store.ts";

export const proposals = defineFeature({ jobs: [endOldProposals], memberData });
