/** Where the narrow images are shown. */
export const NARROW_MEDIA = "(max-width: 640px)";

/** A season's files: SPEC's JPEG of 1600 × 700, and WebPs of it, of the part around the mouse, and of its head and book. */
function imageFiles(season: string) {
  const imagePath = (suffix: string) => encodeURI(`/images/book mouse ${season}${suffix}`);
  const webp = (size: string) => imagePath(`${size}.webp`);
  return {
    jpg: imagePath(".jpg"),
    webp: webp(""),
    wideSet: `${webp("")} 1600w, ${webp(" 3200")} 3200w`,
    narrowWebp: webp(" 800"),
    narrowSet: `${webp(" 800")} 800w, ${webp(" 800 dense")} 1600w`,
    phoneSet: `${webp(" 720")} 720w, ${webp(" 1080")} 1080w, ${webp(" 800 dense")} 1600w`,
    bandSet: `${webp(" band 720")} 720w, ${webp(" band 1080")} 1080w`,
  };
}

/** `at` places the images, `ground` colors them until they load: classes, because the CSP forbids style attributes. */
export const heroImages = {
  winter: {
    ...imageFiles("winter"),
    at: "object-[50%_47%] min-[40rem]:object-[90%_47%] lg:object-[50%_47%]",
    ground: "bg-[#24141a]",
  },
  spring: {
    ...imageFiles("spring"),
    at: "object-[40%_59%] min-[40rem]:object-[82%_59%] lg:object-[22%_59%]",
    ground: "bg-[#dcebe0]",
  },
  summer: {
    ...imageFiles("summer"),
    at: "object-[60%_46%] min-[40rem]:object-[88%_46%] lg:object-[56%_46%]",
    ground: "bg-[#bfe2ea]",
  },
  fall: {
    ...imageFiles("fall"),
    // in a narrow panel the owl is hidden rather than cut
    at: "object-[60%_46%] min-[40rem]:object-[93%_46%] lg:object-[50%_46%] lg:[@media(max-aspect-ratio:17/10)]:object-[30%_46%]",
    ground: "bg-[#4a2a1e]",
  },
};
