import type { ReceivedFile } from '#api/types/upload.ts';
import type { Json, JsonObject } from '#kernel/json.ts';

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

/** A REST request. Values are not validated here; the graph validates them. */
export interface RestInput {
  /** The address that the client used, without the query: `https://host/api/…/`, with its slash at the end. */
  readonly url: string;
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The query string's parameters; a repeated one is a list. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The JSON body; empty when none was sent. */
  readonly body: JsonObject;
  /** The multipart part `file` of an upload. */
  readonly file: ReceivedFile | undefined;
  /** The parts of a multipart form. */
  readonly form: SentForm;
  /** The revision that `If-Match` names; undefined without the header. */
  readonly expectedRevision: number | undefined;
}
