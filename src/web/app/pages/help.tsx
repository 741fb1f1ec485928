import type { ReactNode } from "react";
import { Link } from "react-router";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

const To = ({ page, children }: { page: string; children: ReactNode }) => (
  <Link to={page} className="text-wine underline underline-offset-4">
    {children}
  </Link>
);

const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="max-w-measure list-decimal space-y-2 pl-5">{children}</ol>
);

/** BEYOND 7. */
export function HelpPage() {
  useDocumentTitle("Help");
  return (
    <>
      <PageHeading title="Help">Short answers, step by step.</PageHeading>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title="Read the book">
          <Steps>
            <li>
              Open <To page="/ebook">eBook</To>.
            </li>
            <li>Press "Read now" to read right here. Your place is kept on all your devices.</li>
            <li>Or download the book and open it in another app or on an e-reader.</li>
          </Steps>
        </Card>
        <Card title="Listen to the book">
          <Steps>
            <li>
              Open <To page="/audiobook">Audiobook</To> and press Play.
            </li>
            <li>Stop whenever you like. Next time you'll continue where you stopped, on any device.</li>
            <li>Going where there's no network? Press "Save for offline listening" first.</li>
          </Steps>
        </Card>
        <Card title="Come to the meeting">
          <Steps>
            <li>
              <To page="/">Home</To> says when and where we meet.
            </li>
            <li>Say whether you're coming, and on the board what you'll bring.</li>
            <li>
              Your <To page="/profile">profile</To> has an address that keeps your calendar up to date.
            </li>
          </Steps>
        </Card>
        <Card title="Put the club on your home screen">
          <Steps>
            <li>iPhone or iPad: open the club in Safari, press the Share sign, then "Add to Home Screen".</li>
            <li>Android: open the club in Chrome, press the three dots, then "Add to Home screen".</li>
            <li>Computer: Chrome and Edge show an install sign at the right end of the address bar.</li>
          </Steps>
        </Card>
        <Card title="Sign in">
          <Steps>
            <li>
              Forgot your password? Choose "Other ways to sign in" on the sign-in page, then "I forgot my password".
            </li>
            <li>
              New phone or tablet? On a device where you're signed in, open your <To page="/profile">profile</To> and
              press "Show a code". Scan it with the new device.
            </li>
            <li>
              Tired of typing? Add a passkey on your <To page="/profile">profile</To>, and sign in with your
              fingerprint, your face or a PIN.
            </li>
          </Steps>
        </Card>
        <Card title="Still stuck?">
          <p className="max-w-measure">
            Ask an admin of the club: they sent you the invitation, and their name is in the emails. Admins can make you
            a link to set a new password, even if you get no email.
          </p>
        </Card>
      </div>
    </>
  );
}
