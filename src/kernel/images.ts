/** What a picture is: its format by its first bytes, and its size in pixels. */
export interface ImageFacts {
  readonly mediaType: ImageType;
  readonly width: number;
  readonly height: number;
}

/** The media types of pictures, with the extension of their files. Not SVG, which can contain scripts. */
export const imageExtensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

/** The media type of a picture. */
export type ImageType = keyof typeof imageExtensions;

/** The formats by their first bytes: the media type, an offset, and the bytes there, in hexadecimal. */
const signatures = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
] as const;
/** The first bytes of a WebP file. The name of the format follows at offset 8. */
const riff = '52494646';

/** The number of bytes that `imageTypeOf` needs. */
export const maxSignatureBytes = 12;

/** The media type of a picture by its first bytes; undefined for other content. */
export function imageTypeOf(head: Buffer): ImageType | undefined {
  const hex = (start: number, end: number): string => head.toString('hex', start, end);
  const [type] = signatures.find(([, offset, bytes]) => hex(offset, offset + bytes.length / 2) === bytes) ?? [];
  return type === 'image/webp' && hex(0, 4) !== riff ? undefined : type;
}

/** The format and the size of a picture by its bytes; undefined for other content, and where a picture is cut off before its size. */
export function readImageFacts(content: Buffer): ImageFacts | undefined {
  const mediaType = imageTypeOf(content);
  if (mediaType === undefined) return undefined;
  const [width, height] = sizeReaders[mediaType](content) ?? [0, 0];
  return width > 0 && height > 0 ? { mediaType, width, height } : undefined;
}

type Size = readonly [width: number, height: number];

const sizeReaders: Readonly<Record<ImageType, (content: Buffer) => Size | undefined>> = {
  'image/png': (png) => (png.length < 24 ? undefined : [png.readUInt32BE(16), png.readUInt32BE(20)]),
  'image/gif': (gif) => (gif.length < 10 ? undefined : [gif.readUInt16LE(6), gif.readUInt16LE(8)]),
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** The size in the frame header of a JPEG. The loop ends, because each segment has a length of at least two. */
function jpegSize(jpeg: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= jpeg.length;) {
    if (jpeg[at] !== 0xff) return undefined;
    const marker = jpeg.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
    at += 2 + Math.max(2, jpeg.readUInt16BE(at + 2));
  }
  return undefined;
}

/** The size of a WebP of each of its three kinds. */
function webpSize(webp: Buffer): Size | undefined {
  if (webp.length < 30) return undefined;
  const kind = webp.toString('latin1', 12, 16);
  if (kind === 'VP8X') return [1 + webp.readUIntLE(24, 3), 1 + webp.readUIntLE(27, 3)];
  if (kind === 'VP8 ') return [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff];
  if (kind !== 'VP8L') return undefined;
  const bits = webp.readUInt32LE(21);
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
}
