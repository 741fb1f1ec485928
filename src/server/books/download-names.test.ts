import { describe, expect, test } from "bun:test";

import { asciiFilename, audiobookFilename, ebookFilename } from "./download-names.ts";

describe("names of downloads (D04)", () => {
  test("is the title with underscores, _audiobook and extension", () => {
    expect(audiobookFilename("The Old Man and the Sea", "x.m4b")).toBe("The_Old_Man_and_the_Sea_audiobook.m4b");
    expect(audiobookFilename("Emma", "EMMA.MP3")).toBe("Emma_audiobook.mp3");
    expect(audiobookFilename("Emma", "unknown")).toBe("Emma_audiobook.m4b");
  });

  test.each([
    ["", "Book.epub"],
    ["...", "Book.epub"],
    ["../../etc/passwd", "etc-passwd.epub"],
    ["C:\\x", "C--x.epub"],
    ['He said "no"', "He said -no-.epub"],
    ["two\r\nlines", "two lines.epub"],
    ["\u202egpj.exe", "gpj.exe.epub"],
    ["日本", "日本.epub"],
    ["a\ud800b", "a\ufffdb.epub"],
  ])("a title like %j gives the file name %j", (title, name) => {
    expect(ebookFilename(title)).toBe(name);
  });

  test("a title of 300 characters is cut, keeping emoji whole", () => {
    const name = ebookFilename("🍷".repeat(300));
    expect([...name]).toHaveLength(100 + ".epub".length);
    expect(name.isWellFormed()).toBe(true);
  });

  test.each([
    ["Emma", "Emma.epub"],
    ["Мастер и Маргарита", "Master i Margarita.epub"],
    ["Щедрый Ёж, объявленье", "Shchedryy Yozh obyavlene.epub"],
    ["Кобзар: Україна", "Kobzar- Ukrayina.epub"],
    ["Les Misérables", "Les Miserables.epub"],
    ["Die Straße nach Łódź", "Die Strasse nach Lodz.epub"],
    ["İstanbul’da ırmak", "Istanbul'da irmak.epub"],
    ["日本", "Book.epub"],
    ["日本 2", "2.epub"],
    ["علی", "Book.epub"],
    ["CON", "Book.epub"],
    ["50% + [more]; a=b", "50 more ab.epub"],
    ["🍷🍷", "Book.epub"],
    ["a\ud800b", "ab.epub"],
  ])("an eReader limited to ASCII gets %j as %j", (title, name) => {
    expect(asciiFilename(ebookFilename(title))).toBe(name);
  });

  test("differs between eBook and audiobook in ASCII, too", () => {
    expect(asciiFilename(audiobookFilename("Мастер и Маргарита", "x.mp3"))).toBe("Master_i_Margarita_audiobook.mp3");
    expect(asciiFilename(audiobookFilename("日本", "x.m4b"))).toBe("Book_audiobook.m4b");
  });
});
