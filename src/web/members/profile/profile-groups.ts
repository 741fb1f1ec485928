import type { ComponentType } from "react";

import type { User } from "#contract/users.ts";

import { CalendarCard } from "./calendar-card.tsx";
import { EmailChoices, ReadingChoices } from "./choices-card.tsx";
import { DetailsForm } from "./details-form.tsx";
import { EreaderCard } from "./ereader-card.tsx";
import { FeedsCard } from "./feeds-card.tsx";
import { OtherDeviceCard } from "./other-device-card.tsx";
import { OwnDataCard } from "./own-data-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PhotoForm } from "./photo-form.tsx";
import { PushCard } from "./push-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

type Group = { id: string; title: string; summary: string; cards: readonly ComponentType<{ user: User }>[] };

/** The sections of the profile page and their cards. */
export const PROFILE_GROUPS: readonly Group[] = [
  {
    id: "you",
    title: "You",
    summary: "Name, email and photo",
    cards: [DetailsForm, PhotoForm],
  },
  {
    id: "signing-in",
    title: "Signing in",
    summary: "Password, passkeys and devices",
    cards: [PasswordForm, PasskeysCard, OtherDeviceCard, SessionsCard],
  },
  {
    id: "messages",
    title: "Email and notifications",
    summary: "What we send you, and when",
    cards: [EmailChoices, PushCard],
  },
  {
    id: "apps",
    title: "Reading and apps",
    summary: "Time left, calendar, apps and eReader",
    cards: [ReadingChoices, CalendarCard, FeedsCard, EreaderCard],
  },
  {
    id: "own-data",
    title: "Your data",
    summary: "Download it, or delete your account",
    cards: [OwnDataCard],
  },
];
