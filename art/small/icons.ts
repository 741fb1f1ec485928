import { place, radial } from "../kit/svg.ts";
import { face } from "./face.ts";

const SIDE = 512;
const ground = radial(
  [
    [0, "#a8324c"],
    [1, "#6d1930"],
  ],
  [0.4, 0.3, 0.8],
);

/** A 512 by 512 square of wine red around `inner`; `corner`: its radius. */
const onWine = (inner: string, corner: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${ground.defs}<rect width="${SIDE}" height="${SIDE}" rx="${corner}" fill="${ground.fill}"/><clipPath id="edge"><rect width="${SIDE}" height="${SIDE}" rx="${corner}"/></clipPath><g clip-path="url(#edge)">${inner}</g></svg>`;

/** The face, scaled around its center. */
const faceAt = (scale: number, down: number) =>
  place(face(), (SIDE / 2) * (1 - scale), (SIDE / 2) * (1 - scale) + down, 0, scale);

/** For tabs and bookmarks: rounded, as large as possible. */
export const favicon = () => onWine(faceAt(0.94, 2), 108);

/** For home screens that show the icon as it is. */
export const appIcon = () => onWine(faceAt(0.86, 10), 108);

/** For home screens that round the corners. */
export const touchIcon = () => onWine(faceAt(0.84, 12), 0);

/** For home screens that crop to any shape: the face stays within the central 80 %. */
export const maskableIcon = () => onWine(faceAt(0.66, 6), 0);
