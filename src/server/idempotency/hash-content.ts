import { createHash } from 'node:crypto';
import { ReceivedFile } from '#api/types/scalars.ts';
import { fail } from '#kernel/fail.ts';

/**
 * The hash of what a request asks for. Files count with their names, types and bytes, which are read as a stream. Fails BAD_REQUEST for content
 * that nests too deep to be hashed.
 */
export async function hashContent(content: object): Promise<string> {
  const files: ReceivedFile[] = [];
  const hash = createHash('sha256').update(textOf(content, files));
  for (const { openStream } of files) hash.update(await hashBytes(openStream()));
  return hash.digest('base64url');
}

/** The text of a content without the bytes of its files, which are added to the list. */
function textOf(content: object, files: ReceivedFile[]): string {
  try {
    return JSON.stringify(content, (_name, value: unknown) => {
      if (value instanceof Map) return [...value];
      if (!(value instanceof ReceivedFile)) return value;
      files.push(value);
      return { filename: value.filename, mimetype: value.mimetype };
    });
  } catch (error) {
    if (error instanceof RangeError) return fail('BAD_REQUEST', { reason: 'The body nests too deep.' });
    throw error;
  }
}

async function hashBytes(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('base64url');
}
