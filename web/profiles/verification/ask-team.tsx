import { rich, useTexts } from "#web/lib/texts.tsx";
import { linkTo } from "#web/ui/text-link.tsx";

/** For a member whose picture or document was rejected: a person looks again if they write. */
export function AskTeam() {
  return rich(useTexts("profiles")("own.wrong"), { form: linkTo("/complaints") });
}
