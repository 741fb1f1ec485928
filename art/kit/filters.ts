const blur = (id: string, deviation: number, room: number) =>
  `<filter id="${id}" x="-${room}%" y="-${room}%" width="${100 + 2 * room}%" height="${100 + 2 * room}%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

const displace = (id: string, frequency: number, octaves: number, seed: number, scale: number, after = "") =>
  `<filter id="${id}" x="-12%" y="-12%" width="124%" height="124%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/><feDisplacementMap in="SourceGraphic" scale="${scale}" xChannelSelector="R" yChannelSelector="G"/>${after}</filter>`;

/**
 * Filters for every scene, by id: blur2 … blur24 (soft edges), drawn and drawnSmall (hand-drawn edges), fuzz (fur),
 * far (haze), cloud, paper, grain.
 */
export const filters = [
  blur("blur1", 1, 20),
  blur("blur2", 2, 30),
  blur("blur4", 4, 40),
  blur("blur6", 6, 50),
  blur("blur10", 10, 60),
  blur("blur24", 24, 80),
  displace("drawn", 0.022, 3, 4, 7),
  displace("drawnSmall", 0.05, 2, 9, 4),
  displace("fuzz", 0.16, 2, 7, 9),
  displace("far", 0.03, 3, 6, 8, `<feGaussianBlur stdDeviation="1.6"/>`),
  displace("farther", 0.03, 3, 16, 9, `<feGaussianBlur stdDeviation="3"/>`),
  displace("cloud", 0.018, 4, 5, 34, `<feGaussianBlur stdDeviation="3.5"/>`),
  `<filter id="paper" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".04 .05" numOctaves="5" seed="3"/><feDiffuseLighting lighting-color="#fff" surfaceScale="1.1" diffuseConstant="1.13"><feDistantLight azimuth="60" elevation="62"/></feDiffuseLighting></filter>`,
  `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="2" seed="8" stitchTiles="stitch"/><feColorMatrix values=".33 .33 .33 0 0 .33 .33 .33 0 0 .33 .33 .33 0 0 0 0 0 0 1"/></filter>`,
].join("");
