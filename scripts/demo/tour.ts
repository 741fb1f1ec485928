export const TOUR: readonly (readonly [path: string, what: string])[] = [
  [
    "/",
    "Home: this month's book, the meeting, what people bring. Say whether you're coming, and on which of two dates.",
  ],
  ["/read", "Read from where you stopped listening, or press Play: the sentence you hear is marked."],
  ["/audiobook", "Listen from where you stopped reading."],
  ["/talk", "Talk: notes up to your place, on paper, too; those ahead are only counted."],
  ["/recommendations", "Nominate a book, vote for the next one."],
  ["/shelf", "The shelf: what the club has read, and thought of it."],
  ["/admin", "Sign out, and in as margit, the admin: what this month and the next still need."],
];
