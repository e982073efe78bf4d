import { type ComplaintTopic, complaintTopics } from "#contract/complaints.ts";

/** What was chosen in the form; without a choice it is something else. */
export const topicOf = (chosen: string | undefined): ComplaintTopic =>
  complaintTopics.find((topic) => topic === chosen) ?? "other";
