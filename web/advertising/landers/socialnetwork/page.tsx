import { ImagePlus, Pin, Plus } from "lucide-react";
import { Link } from "react-router";
import { getCard } from "#contract/members.ts";
import type { Image } from "#contract/profiles.ts";
import { Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { type Face, findOpenMembers, mixMembers } from "#web/advertising/landers/open-members.ts";
import { Choice, GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import { useSignupTarget } from "#web/advertising/landings/landing-parts.tsx";
import { answerOr } from "#web/lib/api.ts";
import type { Page, ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { isLabelled, MemberLabel } from "#web/member-parts/member-label.tsx";
import { Photo } from "#web/ui/photo.tsx";
import type { Route } from "./+types/page.ts";
import "./feed.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.socialnetwork", "account.question", "landers.common", "landings"],
};

/** The plans that the visitor can post; each is an interest of members. */
const plans = ["hiking", "music", "cooking", "art", "reading"] as const;
const storiesShown = 8;
const postsShown = 4;

/** `takes`: a visitor may sign up with a message to the member. */
type Post = { member: Face; about: string; takes: boolean };

/** A member with the beginning of their own text, if the site shows it to visitors. */
async function postOf({ call }: Page, member: Face): Promise<Post> {
  const card = call(getCard, { query: { id: member.id } });
  const { about, takes_first_message: takes } = await answerOr(card, { about: "", takes_first_message: true });
  return { member, about, takes };
}

export const loader = (args: Route.LoaderArgs) =>
  loadLander("socialnetwork", args, async (page) => {
    const faces = mixMembers(await findOpenMembers(page, args.request)).slice(0, storiesShown);
    return { faces, posts: await Promise.all(faces.slice(0, postsShown).map((face) => postOf(page, face))) };
  });

/** A feed that begins with the visitor's own post. The members' posts are their own "about me" texts. */
export default function SocialNetwork({ loaderData: { lander, faces, posts } }: Route.ComponentProps) {
  return (
    <Lander loaded={lander}>
      <div className="feed">
        <Stories faces={faces} />
        <Pinned />
        <Composer />
        <div className="feed-posts">
          {posts.map((post) => (
            <MemberPost key={post.member.id} {...post} />
          ))}
          <End />
        </div>
      </div>
    </Lander>
  );
}

/** The smallest file alone: it is large enough for a face beside a name. */
const small = (image: Image): Image => {
  const { thumb_filename } = image;
  return { ...image, filename: thumb_filename, card_filename: thumb_filename };
};

const composer = "composer";

function Stories({ faces }: { faces: readonly Face[] }) {
  const t = useTexts("landers.socialnetwork");
  return (
    <nav aria-label={t("stories")} className="feed-stories">
      <ul>
        <li>
          <a href={`#${composer}`} className="feed-story">
            <span className="feed-you">
              <Plus aria-hidden />
            </span>
            {t("you")}
          </a>
        </li>
        {/* a story has no room for the label of a program */}
        {faces
          .filter((member) => !isLabelled(member))
          .map((member) => (
            <Story key={member.id} member={member} />
          ))}
      </ul>
    </nav>
  );
}

function Story({ member }: { member: Face }) {
  const { to } = useSignupTarget(member.id);
  const { main_image: image } = member;
  return (
    <li>
      <Link to={to} className="feed-story">
        <Photo image={small(image)} alt="" sizes="64px" eager />
        <bdi>{member.name}</bdi>
      </Link>
    </li>
  );
}

/** The visitor's own post, which only they see. */
function Composer() {
  const t = useTexts("landers.socialnetwork");
  return (
    <StartForm className="feed-composer">
      <div id={composer} className="feed-head">
        <span className="feed-you">
          <ImagePlus aria-hidden />
        </span>
        <h1>{t("heading")}</h1>
      </div>
      <Choice name="interests" legend={t("plan")} options={plans.map((value) => ({ value, label: t(`${value}`) }))} />
      <div className="feed-draft" aria-live="polite">
        {plans.map((code) => (
          <p key={code} data-plan={code}>
            {t(`says_${code}`)}
          </p>
        ))}
        <p className="feed-only">{t("only_you")}</p>
      </div>
      <GenderChoice />
      <SeeksChoice />
      <StartButton>{t("go")}</StartButton>
    </StartForm>
  );
}

/** The site's own post, pinned: it does not pretend that anyone has liked the visitor. */
function Pinned() {
  const t = useTexts("landers.socialnetwork");
  const { name } = useSettings();
  return (
    <article className="feed-post feed-pinned">
      <header className="feed-head">
        <span className="feed-site">
          <Pin aria-hidden />
        </span>
        <div className="feed-by">
          <h2>{name}</h2>
          <span>{t("pinned")}</span>
        </div>
      </header>
      <p className="feed-say">{t("honest")}</p>
    </article>
  );
}

function MemberPost({ member, about, takes }: Post) {
  const t = useTexts("landers.socialnetwork");
  const { to, writes } = useSignupTarget(member.id, takes);
  const { name, age, main_image: image } = member;
  const place = member.city || member.region_name;
  return (
    <article className="feed-post">
      <header className="feed-head">
        <Photo image={small(image)} alt="" sizes="44px" />
        <div className="feed-by">
          <h2>
            <bdi>{name}</bdi>, {age}
          </h2>
          {place === "" ? null : <span>{place}</span>}
        </div>
        <MemberLabel member={member} className="feed-label" />
      </header>
      {about === "" ? null : (
        <p dir="auto" className="feed-say">
          {about}
        </p>
      )}
      <Photo image={image} alt={name} sizes="(min-width: 992px) 520px, 100vw" className="feed-photo" />
      <footer>
        <Link to={to} className="button button-outline">
          {t(writes ? "hello" : "meet", { name })}
        </Link>
      </footer>
    </article>
  );
}

function End() {
  const t = useTexts("landers.socialnetwork");
  return (
    <p className="feed-end">
      <strong>{t("end")}</strong> {t("end_text")}{" "}
      <a href={`#${composer}`} className="link">
        {t("to_composer")}
      </a>
    </p>
  );
}
