import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionNode,
} from 'graphql';
import { textOf } from './sources.ts';

const operations = readdirSync('schema/operations').flatMap((file) =>
  parse(textOf(`schema/operations/${file}`)).definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  ),
);

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const isField = (selection: SelectionNode): selection is FieldNode => selection.kind === Kind.FIELD;

/** The names of the fields that a field selects, at any depth. */
const selectedBy = ({ selectionSet }: FieldNode): string[] =>
  (selectionSet?.selections ?? []).filter(isField).flatMap((field) => [field.name.value, ...selectedBy(field)]);

/** Whether a name says what an operation does: its mutation, or a verb and its root field or what it selects of that. */
function isNamedByField({ name, operation, selectionSet }: OperationDefinitionNode): boolean {
  const given = name?.value ?? '';
  const roots = selectionSet.selections.filter(isField);
  // what is read of one dataset of the catalog is named after the catalog, as its path in REST is
  const rootNames = roots.map((root) => capitalized(root.name.value).replace(/^CatalogDataset$/, 'Catalog'));
  if (rootNames.includes(given)) return true;
  if (operation === OperationTypeNode.MUTATION) return false;
  const subject = given.replace(/^[A-Z][a-z]+/, '');
  return (
    rootNames.some((root) => subject.startsWith(root)) || roots.flatMap(selectedBy).map(capitalized).includes(subject)
  );
}

test('an operation is named after the root field that it calls, or after what it selects of that', () => {
  expect(operations.filter((operation) => !isNamedByField(operation)).map(({ name }) => name?.value)).toEqual([]);
});

test('no two operations have one name', () => {
  const names = operations.map(({ name }) => name?.value);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
