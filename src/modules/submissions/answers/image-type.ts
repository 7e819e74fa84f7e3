import type { Readable } from 'node:stream';

/**
 * The signatures of the accepted image types: the media type, an offset, and the bytes at that offset in hexadecimal. SVG is not accepted,
 * because an SVG image can contain scripts.
 */
const signatures = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
] as const;
/** The first bytes of a WebP file. The name of the format follows at offset 8. */
const riff = '52494646';
const maxSignatureBytes = 12;

/** The media type of an image by its first bytes; undefined for other content. */
export async function imageType(content: Readable): Promise<string | undefined> {
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= maxSignatureBytes) break;
  }
  const hex = (start: number, end: number): string => head.toString('hex', start, end);
  const [type] = signatures.find(([, offset, bytes]) => hex(offset, offset + bytes.length / 2) === bytes) ?? [];
  return type === 'image/webp' && hex(0, 4) !== riff ? undefined : type;
}
