/** A gray BMP, which `Bun.Image` converts into any other format. */
export function bmp(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 0x80);
  bytes.fill(0, 0, 54);
  bytes.write("BM", 0);
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

export async function png(width = 60, height = 90): Promise<Buffer> {
  return Buffer.from(await new Bun.Image(bmp(width, height)).png().bytes());
}

/** A JPEG with an EXIF block that contains the marker text 'GPS-SECRET'. */
export async function jpegWithExif(): Promise<Buffer> {
  const jpeg = Buffer.from(await new Bun.Image(bmp(60, 90)).jpeg().bytes());
  const exif = Buffer.from("Exif\0\0II*\0\x08\0\0\0\0\0GPS-SECRET", "latin1");
  const header = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), header, exif, jpeg.subarray(2)]);
}

/**
 * A progressive JPEG that repeats its last scan, and whose header can lie about size and colors: decoding would be
 * expensive, according to the headers.
 */
export async function layeredJpeg({ width = 640, height = 480, components = 3, scans = 0 }): Promise<Buffer> {
  const jpeg = Buffer.from(await new Bun.Image(bmp(640, 480)).jpeg({ progressive: true }).bytes());
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  const length = jpeg.readUInt16BE(frame + 2);
  const header = Buffer.from(jpeg.subarray(frame, frame + 2 + length));
  header.writeUInt16BE(height, 5);
  header.writeUInt16BE(width, 7);
  const extraParts = Array.from({ length: components - 3 }, (_, index) => Buffer.from([4 + index, 0x22, 0]));
  const jpegBytes = Buffer.concat([header, ...extraParts]);
  jpegBytes.writeUInt16BE(length + 3 * extraParts.length, 2);
  jpegBytes[9] = components;
  const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2);
  const repeatedScans = Array.from({ length: scans }, () => lastScan);
  return Buffer.concat([
    jpeg.subarray(0, frame),
    jpegBytes,
    jpeg.subarray(frame + 2 + length, -2),
    ...repeatedScans,
    jpeg.subarray(-2),
  ]);
}

/** RGB: red at the top, blue at the bottom. */
export function twoColors(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data[pixel * 3 + (pixel < (width * height) / 2 ? 0 : 2)] = 255;
  return data;
}
