import { expect, test } from '@jest/globals';
import 'reflect-metadata';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { catalogModules } from '#modules/catalog-modules.ts';
import { declaredFields } from '#api/reading/declare-fields.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { clientSchema } from '../support/worker/catalog-schema.ts';

/** Where the value of a field comes from: code of its own, related rows, or a function of its row that cannot wait for anything. */
type Origin = 'method' | 'row' | 'page' | 'computed';

interface ResolvedField {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly origin: Origin;
}

/** The sources of the modules, and those that only relations lead to. A type may have several. */
const sources = new Set<TypeSource>();
const addSource = (source: TypeSource): void => {
  if (sources.has(source)) return;
  sources.add(source);
  for (const { to } of [...source.relations.values(), ...source.traversals.values()]) addSource(to);
};
for (const { sources: declared = [], roots = [] } of catalogModules)
  for (const source of [...declared, ...roots.map((root) => root.source)]) addSource(source);

const originOf = (type: string, field: string, isDeclared: boolean): Origin => {
  if (!isDeclared) return 'method';
  const ofType = [...sources].filter((source) => source.type === type);
  const relation = ofType.map(({ relations }) => relations.get(field)).find((each) => each !== undefined);
  if (relation) return relation.returns === 'page' ? 'page' : 'row';
  return ofType.some(({ computedFields }) => computedFields.has(field)) ? 'computed' : 'method';
};

/** The fields of the public schema that have a resolver, below the roots. What is not among them is a column or part of a value. */
const resolved: readonly ResolvedField[] = (() => {
  const { fieldResolvers, objectTypes, interfaceTypes } = getMetadataStorage();
  const declared = new Set<unknown>(declaredFields());
  return fieldResolvers.flatMap(({ target, schemaName, getObjectType }) => {
    const of = getObjectType?.();
    const { name = '' } = [...objectTypes, ...interfaceTypes].find((each) => each.target === of) ?? {};
    const type = clientSchema.getType(name);
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[schemaName] : undefined;
    if (!field) return [];
    return [{ name: `${name}.${schemaName}`, field, origin: originOf(name, schemaName, declared.has(target)) }];
  });
})();

const required = (origin: Origin): string[] =>
  resolved
    .filter((each) => each.origin === origin && isNonNullType(each.field.type))
    .map(({ name }) => name)
    .sort();

test('a field whose resolver runs code of its own is nullable, except those with a reason', () => {
  const reasons = {
    'It lists the parameters of an extractor of the service, and reads nothing.': ['ExtractorParamsGuess.parameters'],
    'It tells whether a setting is given, and reads nothing.': [
      'PortalSettings.isAgentAccessEnabled',
      'PortalSettings.isGraphOpen',
      'PortalSettings.isPlaceSearchEnabled',
    ],
    'A page of a list in memory: only its own arguments can be wrong.': ['MetadataTemplate.fields'],
    'A page of related rows, declared once for all types with relations.': [
      'RelatedAsset.sources',
      'RelatedAsset.uses',
    ],
  };
  expect(resolved.filter(({ origin }) => origin === 'method').length).toBeGreaterThan(20);
  expect(required('method')).toEqual(Object.values(reasons).flat().sort());
});

test('the description of such a field says what makes it null, or the errors with which it fails', () => {
  const silent = resolved
    .filter(({ field, origin }) => origin === 'method' && !isNonNullType(field.type))
    .filter(({ field }) => !/\b(?:[Nn]ull|Fails)\b/.test(field.description ?? ''));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a field that leads to another row is nullable, except where the row always exists and is visible', () => {
  const reasons = {
    'A row of the relation that it is part of; `visible` hides both or none.': [
      'AssetRelation.asset',
      'DataProvider.dataset',
      'HarvestedDataset.harvester',
      'LineageHop.asset',
    ],
    'A person who was deleted stays as a name.': ['Feedback.user'],
    'A row of totals that its form always has.': ['Form.quota'],
    'A row of a view that has each dataset and page.': ['Dataset.asset', 'PageConfiguration.asset'],
  };
  expect(required('row')).toEqual(Object.values(reasons).flat().sort());
});

test('a page of related rows is never null: it fails for its own arguments alone, which are the same under every parent', () => {
  const pages = resolved.filter(({ origin }) => origin === 'page');
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter(({ field }) => !String(field.type).endsWith('Connection!'))).toEqual([]);
});

const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {});

test('a field of the query type is nullable, except those that read no more than a constant row', () => {
  const found = fieldsOf(clientSchema.getQueryType()).filter(({ type }) => isNonNullType(type));
  expect(found.map(({ name }) => name).sort()).toEqual(['errorCodes', 'harvesterTypes', 'portalSettings']);
});

test('the objects that a payload reads after its change are nullable, except those that the change returns', () => {
  const payloads = Object.values(clientSchema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter(({ name }) => name.endsWith('Payload'));
  const found = payloads.flatMap((payload) =>
    fieldsOf(payload)
      .filter(({ type }) => isNonNullType(type) && isObjectType(getNamedType(type)))
      .map(({ name }) => `${payload.name}.${name}`),
  );
  const returned = [
    'ApplyDatasetPayload.changes',
    'DeleteGroupPayload.dependents',
    'DeleteUserPayload.dependents',
    'PortalSettingsPayload.portalSettings',
    'PushRecordsPayload.lostValues',
    'SubmissionPayload.errors',
  ];
  expect(found.sort()).toEqual(returned);
});
