import { type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';

/** Marks a field of an object in stored JSON that the JSON has under another name, which it keeps when the graph renames the field. */
export const StoredAs = (name: string) => Extensions({ storedAs: name });

/** The name of a field in stored JSON. */
export function storedNameOf({
  name,
  extensions,
}: {
  readonly name: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}): string {
  const { storedAs } = extensions;
  return typeof storedAs === 'string' ? storedAs : name;
}

/** Makes the resolvers of fields that have other names in stored JSON read these; plans read them by `storedNameOf`. */
export function readStoredNames(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const stored = storedNameOf(field);
      if (stored !== field.name) field.resolve = (object: Readonly<Record<string, unknown>>) => object[stored];
    }
  }
  return schema;
}
