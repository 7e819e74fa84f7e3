import { Upload } from 'graphql-upload-minimal';
import { fail } from '../../kernel/fail.ts';

/** Puts a value where the operation expects a file. */
export type Place = (value: unknown) => void;

/** Every file that an operation expects, with all its places. */
export function findUploads(operation: object): Map<Upload, Place[]> {
  const found = new Map<Upload, Place[]>();
  const holders: object[] = [operation];
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    const entries: [string, unknown][] = Object.entries(holder);
    // A path like files.4294967294 makes a huge list of one file, which would be walked element by element.
    if (Array.isArray(holder) && holder.length !== entries.length) {
      fail('BAD_REQUEST', {
        reason: 'A path in "map" leads beyond its list; name places that "operations" holds as null.',
      });
    }
    for (const [key, value] of entries) {
      if (value instanceof Upload) found.set(value, [...(found.get(value) ?? []), place(holder, key)]);
      else if (typeof value === 'object' && value !== null) holders.push(value);
    }
  }
  return found;
}

const place =
  (holder: object, key: string): Place =>
  (value) =>
    void Reflect.set(holder, key, value);
