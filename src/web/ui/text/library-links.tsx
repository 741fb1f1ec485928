import { buttonClass } from "#web/ui/forms/button.tsx";

/** Plain links, from which nothing is fetched (BEYOND 10). */
export function LibraryLinks({ isbn, title }: { isbn: string; title: string }) {
  if (isbn === "") return null;
  const links = [
    ["Find in a library", `https://search.worldcat.org/search?q=bn%3A${encodeURIComponent(isbn)}`],
    ["Open Library", `https://openlibrary.org/isbn/${encodeURIComponent(isbn)}`],
  ] as const;
  return (
    <p className="-mx-1 flex flex-wrap gap-x-4">
      {links.map(([name, href]) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`${name}: ${title}`}
          className={buttonClass("plain", "text-sm")}
        >
          {name}
        </a>
      ))}
    </p>
  );
}
