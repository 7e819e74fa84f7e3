import type { Json } from '../../../kernel/json.ts';

/** What a field's value may be; `field-types.ts` says how each is read. */
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
  /** What the value means: help for editors, and the field's description in the graph. */
  readonly description: string;
  /** The values of an `enum`. */
  readonly choices?: readonly string[];
  /** The value on a new dataset that does not say otherwise; without one the field starts unset. */
  readonly initial?: Json;
  /** How much a dataset should have a value; optional unless told. Nothing is refused for the lack of one. */
  readonly requirementLevel?: 'optional' | 'recommended' | 'mandatory';
  /** Accepted for clients that write it, not offered to editors. */
  readonly isHidden?: boolean;
}

/** A namespace of metadata fields (docs/contract/specification.md 2.4). */
export interface MetadataTemplate {
  readonly name: string;
  readonly title: string;
  readonly type: 'basic' | 'extra' | 'interop' | 'admin';
  /** Whether datasets are described with it. */
  readonly isActive: boolean;
  /** Whether a portal cannot do without it. */
  readonly isAlwaysActive: boolean;
  /** Whether its fields are the same on every portal. */
  readonly isSystem: boolean;
  /** Whether it takes fields beyond those listed, with any value. */
  readonly isOpen: boolean;
  readonly fields: readonly TemplateField[];
}

/** The languages that a dataset can be in (docs/contract/objects.md, Metadata value). */
export const languages = ['en', 'fr', 'nl', 'pt', 'it', 'ar', 'de', 'es', 'ca', 'eu', 'sv'] as const;
