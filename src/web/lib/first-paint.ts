/** The picture that is seen before the app's first page; the style sheet hides the app until it is gone. */
const picture = () => document.getElementById("first-paint");

/** The visit's first page is still behind its picture. It may appear in steps; later ones appear scrolled. */
export const isFirstPage = (): boolean => picture() !== null;

/** The book's title in the reader's picture. */
export const drawnTitle = (): string => picture()?.querySelector("[data-title]")?.textContent ?? "";

export function removePicture(): void {
  picture()?.remove();
}
