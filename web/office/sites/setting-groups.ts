/** The settings as the screen shows them, in groups; a test finds a setting that is in none. */
export const settingGroups = {
  look: ["theme", "font", "logo", "picture", "name", "index_title", "description"],
  people: ["mail_name", "mail_address", "support_email", "support_phone", "planned_work"],
  law: [
    "contact_languages",
    "represented_by",
    "officer_email",
    "youth_officer",
    "representatives",
    "adr_body",
    "recipients",
  ],
  address: ["domain", "domain_language", "languages", "cdn_prefix"],
  signup: ["signups", "countries", "min_age", "age_assurance", "signup_steps", "email_domains", "signup_credits"],
  visitors: [
    "logged_out_search",
    "logged_out_search_trafficsource",
    "enable_site_entry_popup",
    "entry_warning_countries",
    "search_engines",
  ],
  credits: ["message_credits", "photo_credits", "voice_credits", "message_length", "chat_history_limit"],
  promise: ["answer_days", "open_first_messages"],
  gifts: ["gift_credits", "gift_factors"],
  money: [
    "sales",
    "payment_providers",
    "closed_until",
    "refund_days",
    "direct_debit_limit",
    "direct_debit_first",
    "sms_daily",
    "staff_credits",
    "staff_refund",
    "staff_discount",
    "claims_higher_chance",
    "higher_chance_proof",
  ],
  profiles: [
    "visible_profile_fields",
    "visible_profile_notes",
    "profiles_daily",
    "search_fields",
    "free_photos",
    "premium_photos",
  ],
  fictional: ["fictional_icon", "fictional_warning", "fictional_singular", "fictional_plural"],
  landers: ["niche", "lander_pictures", "compared_landers", "postbacks"],
} as const;

export type GroupName = keyof typeof settingGroups;
export const groupNames = Object.keys(settingGroups) as GroupName[];
