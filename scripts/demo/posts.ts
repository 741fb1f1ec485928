export const DEMO_POSTS: readonly { username: string; hoursAgo: number; content: string }[] = [
  {
    username: "frances",
    hoursAgo: 122,
    content: "Cheese straws, obviously. I’ll make two batches, and one of them will be gone before Leopold sits down.",
  },
  {
    username: "leopold",
    hoursAgo: 119,
    content: "I resent that, and I’m bringing the good Madeira so that everybody feels bad about it.",
  },
  {
    username: "dev",
    hoursAgo: 96,
    content: "Spiced nuts and a big bag of clementines. Also the folding chair, if we’re eight again.",
  },
  {
    username: "margit",
    hoursAgo: 71,
    content:
      "Glasses are covered (the shop is lending us twelve). Could somebody do a thing with vegetables? Any thing.",
  },
  {
    username: "beatriz",
    hoursAgo: 70,
    content: "I am the thing with vegetables. Roast beetroot, walnuts, feta. No nuts in half of it for Hana.",
  },
  {
    username: "teo",
    hoursAgo: 26,
    content:
      "Olives, the green ones, and a Burgundy in honor of a certain mouse. No spoilers please, I’m only on chapter two.",
  },
  {
    username: "hana",
    hoursAgo: 5,
    content: "First meeting! Bringing cardamom buns and far too many opinions about who was at the door.",
  },
];
