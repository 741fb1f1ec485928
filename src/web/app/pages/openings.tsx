import { HeaderBar } from "#web/app/shell/header-bar.tsx";
import { PAGE_CLASS } from "#web/app/shell/shell.tsx";
import { AuthCard } from "#web/features/auth/auth-card.tsx";
import { AuthFrame } from "#web/features/auth/auth-frame.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/**
 * Openings: what the server writes into the page, so that there is something to see before the program has come. The
 * build draws them of the app's own parts. They are still pictures: nothing in them works, and nobody is read them.
 */

/** What is the club's own is filled in by its server. */
const Fact = ({ name }: { name: "name" | "since" }) => <span data-club={name} />;

/** The sign-in page, for those who bring no session. */
export function AuthOpening() {
  return (
    <AuthFrame
      name={<Fact name="name" />}
      foot={
        <>
          Reading together since <Fact name="since" />
        </>
      }
    >
      <AuthCard invite="" onEnter={() => undefined} onOther={() => undefined} />
    </AuthFrame>
  );
}

/** The home page while it is asked who is signed in: what is the same for everybody, and the spinner of SPEC 2. */
export function HomeOpening() {
  return (
    <div className="flex min-h-dvh flex-col">
      <HeaderBar name={<Fact name="name" />} actions={<span className="block h-touch w-32" />} />
      <div className={PAGE_CLASS}>
        <SeasonHero />
        <Spinner className="min-h-60" />
      </div>
    </div>
  );
}
