export const TOUR: readonly (readonly [path: string, what: string])[] = [
  ["/", "Home: this month's book, the meeting, what people bring. Say whether you're coming."],
  ["/read", "Read from where you stopped listening. Change the type, select words to highlight them."],
  ["/audiobook", "Listen from where you stopped reading."],
  ["/talk", "Talk: notes up to your place; those ahead are only counted."],
  ["/recommendations", "Nominate a book, vote for the next one."],
  ["/shelf", "The shelf: what the club has read, and thought of it."],
  ["/admin", "Sign out, and in as margit, the admin: what this month and the next still need."],
];
