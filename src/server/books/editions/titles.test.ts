import { expect, test } from "bun:test";

import { matchTitles } from "./titles.ts";

const SPELLED_NUMBERS = {
  English: `One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen
    Eighteen Nineteen Twenty Twenty-One Thirty Forty-Two First Fifth Eighth Ninth Twelfth Twentieth`,
  German: `Eins Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Elf Zwölf Dreizehn Vierzehn Fünfzehn Sechzehn Siebzehn
    Achtzehn Neunzehn Zwanzig Einundzwanzig Siebenundzwanzig Dreißig DREISSIG Zweiundvierzig Sechzig`,
  French: `Un Deux Trois Quatre Cinq Six Sept Huit Neuf Dix Onze Douze Treize Quatorze Quinze Seize Dix-sept Dix-huit
    Dix-neuf Vingt Vingt_et_un Vingt-deux Trente Quarante-trois Soixante-dix`,
  Spanish: `Uno Dos Tres Cuatro Cinco Seis Siete Ocho Nueve Diez Once Doce Trece Catorce Quince Dieciséis Diecisiete
    Dieciocho Diecinueve Veinte Veintiuno Veintidós Veintitrés Treinta Treinta_y_uno Cuarenta`,
  Italian: `Uno Due Tre Quattro Cinque Sei Sette Otto Nove Dieci Undici Dodici Tredici Quattordici Quindici Sedici
    Diciassette Diciotto Diciannove Venti Ventuno Ventidue Ventitré Ventotto Trenta Trentuno Quaranta`,
  Portuguese: `Um Dois Três Quatro Cinco Seis Sete Oito Nove Dez Onze Doze Treze Catorze Quinze Dezesseis Dezassete
    Dezoito Dezenove Vinte Vinte_e_um Trinta Quarenta_e_dois`,
  Dutch: `Een Één Twee Drie Vier Vijf Zes Zeven Acht Negen Tien Elf Twaalf Dertien Veertien Vijftien Zestien Zeventien
    Achttien Negentien Twintig Eenentwintig Tweeëntwintig Dertig Drieënveertig`,
};
const toLines = (titles: readonly string[]) => titles.map((title, at) => [title, at] as const);

test.each(Object.entries(SPELLED_NUMBERS))("doesn't match numbers in %s of another division", (_, numbers) => {
  const titles = numbers.split(/\s+/).map((one) => one.replaceAll("_", " "));
  const wrong = titles.filter((title) => matchTitles(toLines([title]), toLines([title, "2"]), false).length > 0);
  expect(wrong).toEqual([]);
});

test.each(["第五章", "五", "第十二回", "٥", "Ⅳ"])("doesn't match %s of another division", (title) => {
  expect(matchTitles(toLines([title]), toLines([title, "2"]), false)).toEqual([]);
});

test.each(["Anna", "Undine", "Vierzig Jahre", "Sixpence", "Onegin", "Treason"])("matches the title '%s'", (title) => {
  expect(matchTitles(toLines([title]), toLines([title, "2"]), false)).toEqual([[0, 0]]);
});
