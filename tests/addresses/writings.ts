/**
 * Notations of a URL that leads out of a book. `@` stands for the mark that identifies a request, and `~` for an
 * outside server's `host:port`. The first ones are tried in every place, the others in turn.
 */
export const FIRST_SPELLINGS: readonly string[] = ["/api/@", "http://~/@", "https://book.invalid//~/@"];

export const MORE_SPELLINGS: readonly string[] = [
  "../../../../../@",
  "../../../@",
  "//~/@",
  "///~/@",
  "\\\\~\\@",
  "/\\~/@",
  "\\api\\@",
  "http:/api/@",
  "http:api/@",
  "HTTP://~/@",
  "http:\\\\~\\@",
  " \t/api/@ ",
  "/a\tpi/\n@",
  "htt\np://~/@",
  "%2e%2e/%2e%2e/%2e%2e/%2E%2E/%2e%2e/api/@",
  ".%2e/..%2f../..%2f..%2fapi/@",
  "/%2e%2e/api/@",
  "x//../..//../../../../../api/@",
  "/%2F~/@",
  "%2F%2F~/@",
  "http://user:password@~/@",
  "//~/@#p.png",
  "//~/@?p.png",
  "?/../../../../../api/@",
  "https://book.invalid///~/@",
  "//book.invalid//~/@",
  "blob:http://~/@",
  "view-source:http://~/@",
  "javascript:fetch('http://~/@')",
  "data:text/html,<img src='http://~/@'>",
  "data:text/css,@import 'http://~/@';",
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='http://~/@'/></svg>",
];
