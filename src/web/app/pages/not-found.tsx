import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { MouseImage } from "#web/ui/images/mouse-image.tsx";
import { WineRing } from "#web/ui/images/wine-ring.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";

export function NotFoundPage() {
  useDocumentTitle("404 Page Not Found");
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center gap-4 text-center">
      <div className="relative mb-4">
        <WineRing className="absolute inset-x-0 -bottom-5 mx-auto h-24 w-56 max-w-full opacity-40" />
        <MouseImage pose="lost" className="relative size-44 max-w-full sm:size-48" />
      </div>
      <h1 className="text-3xl">404 Page Not Found</h1>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <ButtonLink to="/" variant="primary">
        Back to Home
      </ButtonLink>
    </div>
  );
}
