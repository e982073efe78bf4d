import { useNavigation } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { CardProfile } from "./card-profile.tsx";

/** The state of a card's link. */
type OpeningState = { opens: Card };

/** Shows at once what the tapped card knows, over the list, while the member's page is loaded. */
export function OpeningProfile() {
  const { location } = useNavigation();
  const member = (location?.state as Partial<OpeningState> | null)?.opens;
  if (member === undefined) return null;
  return (
    <div aria-hidden="true" className="opening-profile">
      <div className="container md:py-8">
        <CardProfile member={member} />
      </div>
    </div>
  );
}
