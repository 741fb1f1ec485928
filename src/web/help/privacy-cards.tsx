import { Card } from "#web/ui/layout/card.tsx";
import { Disclosure, useIsWide } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { RECORDS } from "./records.ts";

export function PrivacyCards() {
  return (
    <div className="space-y-6">
      <Card title="In short">
        <ul className="max-w-measure list-disc space-y-2 pl-5">
          <li>
            The club runs on its own server. There are no ads and no trackers, and nobody outside counts your visits.
          </li>
          <li>Cookies only keep you signed in and remember this browser.</li>
          <li>
            Book lookups ask Open Library and Google Books for an ISBN; they learn nothing about you. Emails go through
            the club's mail service.
          </li>
          <li>
            The server's log has the network addresses of sign-ins, password resets and rejected calls, with members as
            numbers. Secret links are masked in it.
          </li>
          <li>
            A large club may keep its books with a storage service, which sees your network address when you listen or
            download.
          </li>
          <li>Backups are made every night and hold everything until they're thinned out.</li>
        </ul>
        <p className="mt-4">
          You can <Link to="/profile#data">download your data or delete your account</Link> on your profile at any time.
        </p>
      </Card>
      <Disclosure title="What's stored" defaultOpen={useIsWide()}>
        <ul className="divide-y divide-line">
          {RECORDS.map(({ data, visibleTo, storedFor }) => (
            <li key={data} className="py-4 first:pt-0 last:pb-0">
              <p className="font-semibold">{data}</p>
              <dl className="mt-1 max-w-measure text-sm text-ink-soft">
                <div>
                  <dt className="inline font-semibold">Who sees it: </dt>
                  <dd className="inline">{visibleTo}.</dd>
                </div>
                <div>
                  <dt className="inline font-semibold">How long: </dt>
                  <dd className="inline">{storedFor}.</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
