import { fail } from '#kernel/fail.ts';

/** The supported compression methods of entries. */
export const stored = 0;
export const deflated = 8;

/** Other methods that programs write (APPNOTE.TXT of PKWARE, 4.4.5). Windows packs large files by Deflate64. */
const methodNames = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'xz'],
  [98, 'PPMd'],
]);

/** How an entry of a zip archive is packed. */
export interface EntryPacking {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
}

/** Whether an entry can be unpacked. */
export const isReadable = ({ isEncrypted, method }: EntryPacking): boolean =>
  !isEncrypted && (method === stored || method === deflated);

/** Fails EXTRACTION_FAILED for an entry that cannot be unpacked, with the reason. */
export function requireReadable(entry: EntryPacking): void {
  if (isReadable(entry)) return;
  const { name, isEncrypted, method } = entry;
  const packing = methodNames.get(method) ?? `the unknown method ${method}`;
  fail('EXTRACTION_FAILED', {
    reason: isEncrypted
      ? `${name} is encrypted; give an archive without a password`
      : `${name} is compressed by ${packing}, which is not supported; use deflate, the common method of zip, or gzip`,
  });
}
