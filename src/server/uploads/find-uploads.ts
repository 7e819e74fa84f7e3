import { Upload } from 'graphql-upload-minimal';
import { fail } from '#kernel/fail.ts';

/** Puts a value into one place of an operation where a file belongs. */
export type SetFileVariable = (value: unknown) => void;

/** Finds the files that an operation expects. Returns the setters of all places of each file. */
export function findUploads(operation: object): Map<Upload, SetFileVariable[]> {
  const found = new Map<Upload, SetFileVariable[]>();
  const holders: object[] = [operation];
  for (let holder = holders.pop(); holder; holder = holders.pop()) {
    const entries: [string, unknown][] = Object.entries(holder);
    // A path such as files.4294967294 creates a sparse list of that length.
    if (Array.isArray(holder) && holder.length !== entries.length) {
      fail('BAD_REQUEST', {
        reason: 'A path in "map" leads beyond its list; name places that "operations" holds as null.',
      });
    }
    for (const [key, value] of entries) {
      if (value instanceof Upload) found.set(value, [...(found.get(value) ?? []), setterOf(holder, key)]);
      else if (typeof value === 'object' && value !== null) holders.push(value);
    }
  }
  return found;
}

const setterOf =
  (holder: object, key: string): SetFileVariable =>
  (value) =>
    void Reflect.set(holder, key, value);
