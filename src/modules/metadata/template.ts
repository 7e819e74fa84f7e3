import type { Json } from '#kernel/json.ts';

/** The type of a field's value; `field-parsers.ts` has the parser of each. */
export type FieldTypeName =
  | 'text'
  | 'html'
  | 'longstring'
  | 'boolean'
  | 'enum'
  | 'list'
  | 'date'
  | 'datetime'
  | 'facets'
  | 'field_languages'
  | 'field_boosts'
  | 'any';

/** A field of a template. */
export interface TemplateField {
  readonly name: string;
  readonly type: FieldTypeName;
  readonly label: string;
  /** The help text for editors, which is also the field's description in the graph. */
  readonly description: string;
  /** The values of an `enum`. */
  readonly choices?: readonly string[];
  /** The value on a new dataset, unless the creator sends another one. Without an initial value, the field is unset. */
  readonly initial?: Json;
  /** How important a value is, by default `optional`. A missing value is never an error. */
  readonly requirementLevel?: 'optional' | 'recommended' | 'mandatory';
  /** Whether forms hide the field from editors. Clients may still write it. */
  readonly isHidden?: boolean;
}

/** A namespace of metadata fields (docs/contract/specification.md 2.4). */
export interface MetadataTemplate {
  readonly name: string;
  readonly title: string;
  readonly type: 'basic' | 'extra' | 'interop' | 'admin';
  /** Whether datasets are described with the template. */
  readonly isActive: boolean;
  /** Whether the template cannot be deactivated. */
  readonly isAlwaysActive: boolean;
  /** Whether every portal has the same fields. */
  readonly isSystem: boolean;
  /** Whether the template accepts unlisted fields, with any value. */
  readonly isOpen: boolean;
  readonly fields: readonly TemplateField[];
}

/** The languages of datasets (docs/contract/objects.md, Metadata value). */
export const languages = ['en', 'fr', 'nl', 'pt', 'it', 'ar', 'de', 'es', 'ca', 'eu', 'sv'] as const;
