/** The types a field can have (docs/contract/objects.md, Field types). */
export const fieldTypes = ['text', 'int', 'double', 'geo_point_2d', 'geo_shape', 'date', 'datetime', 'file'] as const;

/** The type of a field. */
export type FieldType = (typeof fieldTypes)[number];

/** Whether a text from a client or the database is the name of a type. */
export const isFieldType = (type: unknown): type is FieldType => fieldTypes.some((fieldType) => fieldType === type);

/** A remark on a field, such as its unit. */
export type Annotation = {
  readonly name: string;
  readonly args: readonly (string | number)[];
};

/** One column of a dataset. */
export interface Field {
  /** The technical name, which is the key in records. */
  readonly name: string;
  /** The name shown to people; the original name unless it is configured. */
  readonly label: string;
  readonly type: FieldType;
  /** The description; "" when there is none. */
  readonly description: string;
  /** The name in the source. */
  readonly originalName: string;
  readonly annotations: readonly Annotation[];
}
