import type { ReceivedFile } from '#api/types/scalars.ts';
import type { Json } from '#kernel/json.ts';

/** A parsed multipart form. */
export interface SentForm {
  /** The JSON of the part `data`. */
  readonly data: Json;
  /** The other parts with texts, by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The parts with files. */
  readonly files: readonly { readonly name: string; readonly file: ReceivedFile }[];
}

/** An empty form, for requests that send no form. */
export const emptyForm: SentForm = Object.freeze({ data: null, texts: new Map<string, string>(), files: [] });
