import { imageSize } from 'image-size';

/** The format of an image, and its size in pixels. */
export type ImageSize = { readonly format: string; readonly width: number; readonly height: number };

/** How many bytes at the start of an image are searched for its size. The metadata that cameras write come before the size. */
export const maxImageHeadBytes = 256 * 1024;

/** The size of an image, from its first bytes; undefined when they do not contain it. */
export function imageSizeOf(head: Buffer): ImageSize | undefined {
  try {
    // The bytes are copied, because the library would read past the end of a view of a larger buffer.
    const { type = '', width, height } = imageSize(new Uint8Array(head));
    const isSize = [width, height].every((pixels) => Number.isSafeInteger(pixels) && pixels > 0);
    return isSize ? { format: type === 'jpg' ? 'JPEG' : type.toUpperCase(), width, height } : undefined;
  } catch {
    return undefined;
  }
}
