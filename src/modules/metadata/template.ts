import type { Json } from '#kernel/json.ts';

/** The type of a field's value; `field-parsers.ts` has the parser of each. */
export type FieldTypeName =
  | 'text'
  | 'html'
  | 'longstring'
  | 'boolean'
  | 'enum'
  | 'enumlist'
  | 'uri_enum'
  | 'uri_enumlist'
  | 'list'
  | 'multitext'
  | 'int'
  | 'double'
  | 'geo_shape'
  | 'geo_area'
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
  /** The values of an enum. */
  readonly choices?: readonly string[];
  /** The labels of the choices, by choice and language. */
  readonly labels?: ChoiceLabels | null;
  /** The value on a new dataset, unless the creator sends another one. Without an initial value, the field is unset. */
  readonly initial?: Json;
  /** How important a value is, by default `optional`. A missing value is never an error. */
  readonly requirementLevel?: 'optional' | 'recommended' | 'mandatory';
  /** Whether forms hide the field from editors. Clients may still write it. */
  readonly isHidden?: boolean;
  /** Whether the values of datasets are suggested to editors. */
  readonly hasSelfSuggestions?: boolean;
  /** Whether the catalog can be filtered by the values. */
  readonly isFilter?: boolean;
  /** Whether the value may be texts by language. */
  readonly isTranslated?: boolean;
}

/** The labels of choices, by choice and language (ISO 639-1). */
export type ChoiceLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;

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
  /** Whether an administrator of the portal defined the template; then it is a row of the database. */
  readonly isCustom?: boolean;
  /** When the template was made and changed last, and by whom. Null for what never happened, or by no user. */
  readonly changes?: TemplateChanges;
}

/** The record of the changes of a template. */
export interface TemplateChanges {
  readonly createdAt: string | null;
  readonly createdBy: string | null;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
}

/** Templates by name. */
export type Templates = ReadonlyMap<string, MetadataTemplate>;

/** The languages of datasets (docs/contract/objects.md, Metadata value). */
export const languages = ['en', 'fr', 'nl', 'pt', 'it', 'ar', 'de', 'es', 'ca', 'eu', 'sv'] as const;
