/** A kind of file that one extractor reads. */
export type FormatKind = 'spreadsheet' | 'geopackage' | 'flatgeobuf';

/** A kind of file that is recognised by its content, and that most or all extractors refuse. */
export interface RecognisedFormat {
  /** The name with its article, as in "the file is a PDF document". */
  readonly name: string;
  /** What the user should do instead, in the imperative. */
  readonly advice: string;
  /** The kind of file that an extractor accepts; undefined when none does. */
  readonly kind?: FormatKind;
  /** Whether the file is markup, which XML formats may accept nevertheless. */
  readonly isMarkup?: boolean;
  /** Whether the file is useful without extraction, so that the extractor "file" may list it. */
  readonly isDocument?: boolean;
}
