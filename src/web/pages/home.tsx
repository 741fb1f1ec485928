import { WelcomeCard } from "#web/features/home/welcome-card.tsx";
import { useDocumentTitle } from "#web/lib/use-document-title.ts";

/** The home page (SPEC 2). */
export function HomePage() {
  useDocumentTitle("Home");
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <WelcomeCard />
    </>
  );
}
