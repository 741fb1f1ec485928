export const TOUR: readonly (readonly [path: string, what: string])[] = [
  ["/", "Home: this month's book, the meeting, what people bring. Say whether you're coming."],
  ["/read", "Read: change the type, tap a sentence and mark it."],
  ["/audiobook", "Listen from where you stopped reading."],
  ["/talk", "Talk: notes up to your place; the rest is only counted."],
  ["/recommendations", "Nominate a book, vote for the next one."],
  ["/shelf", "The shelf: what the club has read, and thought of it."],
  ["/admin", "As the admin: what this month and the next still need."],
];
