import type { ComponentProps, ReactNode } from "react";

import { Card } from "#web/ui/layout/card.tsx";
import { Disclosure, useIsWide } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { HelpImage } from "./help-image.tsx";

type TopicProps = Partial<ComponentProps<typeof HelpImage>> & {
  title: string;
  isFirst?: boolean;
  children: ReactNode;
};

const Topic = ({ title, isFirst = false, image, alt = "", children }: TopicProps) => (
  <Disclosure title={title} defaultOpen={useIsWide() || isFirst}>
    {image && <HelpImage image={image} alt={alt} />}
    <ol className="max-w-measure list-decimal space-y-3 pl-6 text-lg">{children}</ol>
  </Disclosure>
);

/** Help for a member of 70 with a tablet: one task per card, an image of it, and which buttons to press (BEYOND 7). */
export function HelpTopics() {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:gap-6 lg:grid-cols-2">
      <Topic isFirst title="Read the book" image="read" alt="The book on Home, with the button Read now">
        <li>
          Open <Link to="/">Home</Link> and press "Read now" below the book.
        </li>
        <li>Swipe to turn the page, or tap its right edge.</li>
        <li>Letters too small? Tap the middle of the page, then the two letters A at the top.</li>
        <li>
          You'd like to hear it, too? Tap the middle of the page, then "Play" or "Read aloud". What you hear is marked,
          and pages turn along. While it reads, tap a sentence to hear it from there.
        </li>
        <li>Stop whenever you like. The book opens at the same page next time, on any device.</li>
        <li>
          You have it on paper? Press "Reading on paper?" there and enter your page, and you'll see what others say up
          to it.
        </li>
        <li>
          You'd rather read in another app, or on an eReader? Download the book on <Link to="/ebook">eBook</Link>.
        </li>
      </Topic>
      <Topic title="Listen to the book" image="listen" alt="The player, with the large round button Play">
        <li>
          Open <Link to="/audiobook">Audiobook</Link> and press the large round button.
        </li>
        <li>The buttons beside it jump back and forward 30 seconds.</li>
        <li>Stop whenever you like. Next time you'll continue where you stopped, on any device.</li>
        <li>Going where there's no network? Press "Save for offline" at home first.</li>
      </Topic>
      <Topic
        title="Come to the meeting"
        image="meeting"
        alt="The meeting on Home: when and where, and the buttons to answer"
      >
        <li>
          <Link to="/">Home</Link> says when and where we meet.
        </li>
        <li>Press "I'm coming", "Maybe" or "I can't". You can change your mind.</li>
        <li>No date yet? Press every date that works for you.</li>
        <li>It's online? Press "Join online".</li>
        <li>Further down, the board shows who brings what. Press "Add Item" to add yours.</li>
        <li>
          Your <Link to="/profile#calendar">profile</Link> has an address that keeps your calendar up to date.
        </li>
      </Topic>
      <Topic title="Sign in" image="sign in" alt="The sign-in page: username, password, and Login">
        <li>Type your username or your email address, and your password. Then press "Login".</li>
        <li>Forgot it? Press "Forgot password?". We'll email you a link, or tell you whom to ask.</li>
        <li>
          Tired of typing? Add a passkey on your <Link to="/profile#passkeys">profile</Link>. Then press "Sign in with a
          passkey": your fingerprint, your face or a PIN is enough.
        </li>
      </Topic>
      <Topic title="A new phone or tablet" image="code" alt="The card on your profile, with the button Show a code">
        <li>
          On the old device, open your <Link to="/profile#other-device">profile</Link> and press "Show a code".
        </li>
        <li>Point the new device's camera at the square code, and open what it offers.</li>
        <li>It asks if it's you. Press "Sign in".</li>
      </Topic>
      <Topic title="Put the club on your home screen">
        <li>iPhone or iPad: open the club in Safari, tap the Share icon, then "Add to Home Screen".</li>
        <li>Android: open the club in Chrome, press the three dots, then "Add to Home screen".</li>
        <li>Computer: Chrome and Edge show an install icon at the right end of the address bar.</li>
      </Topic>
      <Card title="Still stuck?">
        <p className="mb-3 max-w-measure text-lg">
          The club needs an iPhone or iPad with iOS 16.4, Firefox 128, or Chrome or Edge 111, or anything later. Is
          yours older? Look for updates in its settings.
        </p>
        <p className="max-w-measure text-lg">
          Ask a club admin: they sent you the invitation, and their name is in the emails. Admins can make you a link to
          set a new password, even if you get no email.
        </p>
      </Card>
    </div>
  );
}
