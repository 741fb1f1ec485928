import type { ReactNode } from "react";
import { Link } from "react-router";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { HelpPicture } from "#web/features/info/help-picture.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

const To = ({ page, children }: { page: string; children: ReactNode }) => (
  <Link to={page} className="text-wine underline underline-offset-4">
    {children}
  </Link>
);

const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="max-w-measure list-decimal space-y-3 pl-6 text-lg">{children}</ol>
);

/** BEYOND 7. For a member of 70 with a tablet: one thing a card, a picture of it, and what to press. */
export function HelpPage() {
  useDocumentTitle("Help");
  return (
    <>
      <PageHeading title="Help">One step at a time. You can't break anything.</PageHeading>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title="Read the book">
          <HelpPicture of="read" alt="The book on Home, with the button Read now" />
          <Steps>
            <li>
              Open <To page="/">Home</To> and press "Read now" below the book.
            </li>
            <li>Swipe to turn the page, or tap its right edge.</li>
            <li>Letters too small? Tap the middle of the page, then the two letters A at the top.</li>
            <li>Stop whenever you like. The book opens at the same page next time, on any device.</li>
            <li>
              You'd rather read in another app, or on an eReader? Download the book on <To page="/ebook">eBook</To>.
            </li>
          </Steps>
        </Card>
        <Card title="Listen to the book">
          <HelpPicture of="listen" alt="The player, with the large round button Play" />
          <Steps>
            <li>
              Open <To page="/audiobook">Audiobook</To> and press the large round button.
            </li>
            <li>The buttons beside it jump back and forward 30 seconds.</li>
            <li>Stop whenever you like. Next time you'll continue where you stopped, on any device.</li>
            <li>Going where there's no network? Press "Save for offline" at home first.</li>
          </Steps>
        </Card>
        <Card title="Come to the meeting">
          <HelpPicture of="meeting" alt="The meeting on Home: when and where, and the buttons to answer" />
          <Steps>
            <li>
              <To page="/">Home</To> says when and where we meet.
            </li>
            <li>Press "I'm coming", "Maybe" or "I can't". You can change your mind.</li>
            <li>Further down, the board shows who brings what. Press "Add Item" to add yours.</li>
            <li>
              Your <To page="/profile#calendar">profile</To> has an address that keeps your calendar up to date.
            </li>
          </Steps>
        </Card>
        <Card title="Sign in">
          <HelpPicture of="sign in" alt="The sign-in page, with Other ways to sign in at the bottom" />
          <Steps>
            <li>Type your username and your password, then press "Login".</li>
            <li>Forgot it? Press "Forgot password?". We'll email you a link, or tell you whom to ask.</li>
            <li>
              Tired of typing? Add a passkey on your <To page="/profile#passkeys">profile</To>. Then your fingerprint,
              your face or a PIN is enough.
            </li>
          </Steps>
        </Card>
        <Card title="A new phone or tablet">
          <HelpPicture of="code" alt="The card on your profile, with the button Show a code" />
          <Steps>
            <li>
              On the old device, open your <To page="/profile#other-device">profile</To> and press "Show a code".
            </li>
            <li>Point the new device's camera at the square code, and open what it offers.</li>
            <li>It asks if it's you. Press "Sign in".</li>
          </Steps>
        </Card>
        <Card title="Put the club on your home screen">
          <Steps>
            <li>iPhone or iPad: open the club in Safari, tap the Share icon, then "Add to Home Screen".</li>
            <li>Android: open the club in Chrome, press the three dots, then "Add to Home screen".</li>
            <li>Computer: Chrome and Edge show an install icon at the right end of the address bar.</li>
          </Steps>
        </Card>
        <Card title="Still stuck?">
          <p className="mb-3 max-w-measure text-lg">
            The club needs an iPhone or iPad with iOS 16.4, Firefox 128, or Chrome or Edge 111, or anything later. Is
            yours older? Look for updates in its settings.
          </p>
          <p className="max-w-measure text-lg">
            Ask an admin of the club: they sent you the invitation, and their name is in the emails. Admins can make you
            a link to set a new password, even if you get no email.
          </p>
        </Card>
      </div>
    </>
  );
}
