/** Number words up to 99 in English, German, French, Spanish and Italian, folded, as "twenty one", "einundzwanzig". */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...tens(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    (ten, one) => [`${ten} ${one}`],
  ),
  ...tens(
    "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    "zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig",
    (ten, one) => [`${one === "eins" ? "ein" : one}und${ten}`],
  ),
  ...tens(
    "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "vingt trente quarante cinquante soixante",
    (ten, one) => [`${ten} ${one}`, `${ten} et ${one}`],
  ),
  ...french("dix", 10),
  ...french("soixante", 60),
  ...french("quatre vingt", 80),
  ...tens(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    (ten, one) => [ten === "veinte" ? `veinti${one}` : `${ten} y ${one}`],
  ),
  ...tens(
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    (ten, one) => [/^[uo]/.test(one) ? ten.slice(0, -1) + one : ten + one],
  ),
]);

/** "First", "erstes", "premier", "primera", "primo"… */
export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  ),
  ...["s", "r", ""].flatMap((ending) =>
    listed(
      "erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte dreizehnte vierzehnte funfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste",
      ending,
    ),
  ),
  ...listed(
    "premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme treizieme quatorzieme quinzieme seizieme",
  ),
  ...listed("premiere seconde"),
  ...["o", "a"].flatMap((ending) => [
    ...listed("primer segund tercer cuart quint sext septim octav noven decim", ending),
    ...listed("prim second terz quart quint sest settim ottav non decim undicesim dodicesim tredicesim", ending),
  ]),
  ...listed("primer"),
]);

function tens(
  small: string,
  rounds: string,
  join: (ten: string, one: string) => readonly string[],
): [string, number][] {
  const ones = small.split(" ");
  return [
    ...ones.map((word, value): [string, number] => [word, value]),
    ...rounds.split(" ").flatMap((ten, at): [string, number][] => {
      const value = (at + 2) * 10;
      const joined = ones
        .slice(1, 10)
        .flatMap((one, unit) => join(ten, one).map((word) => [word, value + unit + 1] as const));
      return [[ten, value], ...joined.map(([word, sum]): [string, number] => [word, sum])];
    }),
  ];
}

/** French counts on to nineteen after ten, sixty and eighty: "soixante et onze", "quatre vingt dix sept". */
function french(base: string, value: number): [string, number][] {
  const ones = "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(" ");
  const ends = [...ones, "dix sept", "dix huit", "dix neuf"];
  const added = value === 10 ? ends.slice(6, 9) : ends;
  const first = value === 10 ? 7 : 1;
  const whole: [string, number][] = value === 80 ? [["quatre vingts", 80]] : [];
  return [
    ...whole,
    ...added.flatMap((end, at): [string, number][] => [
      [`${base} ${end}`, value + at + first],
      [`${base} et ${end}`, value + at + first],
    ]),
  ];
}

function listed(words: string, ending = ""): [string, number][] {
  return words.split(" ").map((word, at) => [word + ending, at + 1]);
}
