import { GraphQLError } from 'graphql';
import type { DatasetSchema } from './dataset-schema.ts';

/**
 * The fields that a publication may have renamed, by their earlier names: one that is gone, and in its place a new one of the same type. That a
 * publication renamed it is likely, not known, so it is only suggested.
 */
export function renamedFields(earlier: DatasetSchema, current: DatasetSchema): ReadonlyMap<string, string> {
  const names = [...current.fields];
  if (earlier.fields.size !== names.length) return new Map();
  return new Map(
    [...earlier.fields].flatMap(([name, { type, isMultivalued }], index) => {
      const [newName, field] = names[index] ?? [];
      if (newName === undefined || current.fields.has(name) || earlier.fields.has(newName)) return [];
      return field?.type === type && field.isMultivalued === isMultivalued ? [[name, newName] as const] : [];
    }),
  );
}

/** How graphql-js says that a field, a condition or the value of an enum is unknown; what follows are names that are spelled alike. */
const unknownName =
  /^(?:Cannot query field|Field|Value) "(\w+)" (?:on type "\w*(?:Record|Group|GroupKey)"|is not defined by type "\w*RecordFilter"|does not exist in "\w*Field" enum)\./;

/** An error of validation that suggests the new name of a field that may have been renamed; any other as it is. */
export function suggestRenamed(error: GraphQLError, renamed: ReadonlyMap<string, string>): GraphQLError {
  const [sentence, name = ''] = unknownName.exec(error.message) ?? [];
  const newName = renamed.get(name);
  if (sentence === undefined || newName === undefined) return error;
  const { nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(`${sentence} Did you mean "${newName}"?`, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}
