import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Writes lines into a file and returns its size in bytes. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<number> {
  const file = createWriteStream(path);
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < 1 << 20) continue;
    if (!file.write(piece)) await once(file, 'drain');
    piece = '';
  }
  file.end(piece);
  await once(file, 'finish');
  return (await stat(path)).size;
}
