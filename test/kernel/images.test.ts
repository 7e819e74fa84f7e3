import { expect, test } from '@jest/globals';
import { imageTypeOf, readImageFacts } from '#kernel/images.ts';

const bytes = (hex: string, length = 0): Buffer => {
  const given = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return Buffer.concat([given, Buffer.alloc(Math.max(0, length - given.length))]);
};
const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

test.each([
  ['a PNG', bytes('89504e470d0a1a0a 0000000d 49484452 00000140 000000f0'), ['image/png', 320, 240]],
  ['a GIF', bytes(`${ascii('GIF89a')} 4001 f000`), ['image/gif', 320, 240]],
  [
    'a JPEG with a comment before its frame',
    bytes('ffd8 fffe 0004 6869 ffff c2 0011 08 00f0 0140 03', 40),
    ['image/jpeg', 320, 240],
  ],
  [
    'an extended WebP',
    bytes(`${ascii('RIFF')} 00000000 ${ascii('WEBPVP8X')} 0a000000 00000000 3f0100 ef0000`),
    ['image/webp', 320, 240],
  ],
  [
    'a lossy WebP',
    bytes(`${ascii('RIFF')} 00000000 ${ascii('WEBPVP8 ')} 0a000000 000000 9d012a 4001 f000`),
    ['image/webp', 320, 240],
  ],
  [
    'a lossless WebP',
    // 320 - 1 in 14 bits, then 240 - 1
    bytes(`${ascii('RIFF')} 00000000 ${ascii('WEBPVP8L')} 0a000000 2f 3fc13b00`, 30),
    ['image/webp', 320, 240],
  ],
])('%s has its type and size', (_name, content, [mediaType, width, height]) => {
  expect(readImageFacts(content)).toEqual({ mediaType, width, height });
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['a page that calls itself a picture', Buffer.from('<!doctype html><img src=x.png>')],
  ['a PNG without a size', bytes('89504e470d0a1a0a 0000000d 49484452')],
  ['a PNG of no pixels', bytes('89504e470d0a1a0a 0000000d 49484452 00000000 000000f0')],
  ['a JPEG without a frame', bytes('ffd8 fffe 0004 6869 ffd9', 64)],
  ['a JPEG whose segments have no length', bytes(`ffd8 ${'fffe 0000'.repeat(100)}`)],
  ['another file in RIFF', bytes(`${ascii('RIFF')} 00000000 ${ascii('WAVE')}`, 40)],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture', (_name, content) => {
  expect(readImageFacts(content)).toBeUndefined();
});

test('the type needs the first twelve bytes', () => {
  expect(imageTypeOf(bytes(`${ascii('RIFF')} 00000000 ${ascii('WEBP')}`))).toBe('image/webp');
});
