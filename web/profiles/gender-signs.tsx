import { Mars, Venus, VenusAndMars } from "lucide-react";

/** The signs of the genders, and of both, as icons of radio cards. */
export const signs = {
  male: <Mars aria-hidden className="size-5 text-primary-ink" />,
  female: <Venus aria-hidden className="size-5 text-primary-ink" />,
  both: <VenusAndMars aria-hidden className="size-5 text-primary-ink" />,
};
