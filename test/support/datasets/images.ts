import { crc32, deflateSync } from 'node:zlib';

/** A PNG of a size, without pixels: its header says how large it is. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunkOf('IHDR', header)]);
}

/** A black PNG of a size, which browsers show. */
export function blackPng(width: number, height: number): Buffer {
  const pixels = deflateSync(Buffer.alloc(height * (width + 1)));
  return Buffer.concat([pngOf(width, height), chunkOf('IDAT', pixels), chunkOf('IEND', Buffer.alloc(0))]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4);
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}
