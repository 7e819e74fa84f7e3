import { readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import 'reflect-metadata';
import {
  buildSchema,
  extendSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  Kind,
  lexicographicSortSchema,
  NoDeprecatedCustomRule,
  parse,
  printSchema,
  specifiedScalarTypes,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { catalogSchema as schema, clientSchema } from '../support/worker/catalog-schema.ts';
import { printDatasourceFragments } from '#tools/print-datasource-fragments.ts';
import { isRequiredOfClients, narrowedForClients } from '#api/for-rest.ts';
import { printSdl } from '#server/graph/graph-schema.ts';
import { printForRest } from '#server/graph/public-schema.ts';
import { limitRules } from '#server/graph/limit-rules.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !specifiedScalarTypes.includes(type as never),
);

test('schema/schema.graphql and schema/rest.graphql are what the code prints', () => {
  expect(readFileSync('schema/schema.graphql', 'utf8')).toBe(`${printSdl(lexicographicSortSchema(clientSchema))}\n`);
  expect(readFileSync('schema/rest.graphql', 'utf8')).toBe(printForRest(schema));
});

test('the schema of clients is short enough to be read', () => {
  // Lower the bound when the schema shrinks. Where it grows: mark what only REST uses, and shorten descriptions.
  expect(Buffer.byteLength(readFileSync('schema/schema.graphql', 'utf8'))).toBeLessThan(408_000);
});

test('together they are the schema that the documents of the REST API run against', () => {
  const texts = ['schema/schema.graphql', 'schema/rest.graphql'].map((file) => readFileSync(file, 'utf8'));
  const printed = lexicographicSortSchema(buildSchema(texts.join('\n')));
  for (const input of types.filter(isInputObjectType))
    for (const { name } of Object.values(input.getFields()).filter((field) => isRequiredOfClients(field.extensions))) {
      const { [input.name]: known } = printed.getTypeMap();
      const field = isInputObjectType(known) ? known.getFields()[name] : undefined;
      expect([name, isNonNullType(field?.type)]).toEqual([name, true]);
      // REST reports it missing with the other faults of a body
      if (field) field.type = getNullableType(field.type);
    }
  for (const input of types.filter(isInputObjectType))
    for (const { name, type, extensions } of Object.values(input.getFields())) {
      const narrowed = narrowedForClients(extensions);
      const { [input.name]: known, [getNamedType(type).name]: whole } = printed.getTypeMap();
      const field = isInputObjectType(known) ? known.getFields()[name] : undefined;
      if (!narrowed || !field || !isInputObjectType(whole)) continue;
      expect(String(field.type)).toBe(narrowed.name);
      // clients see fewer fields in its place
      field.type = whole;
      Reflect.deleteProperty(printed.getTypeMap(), narrowed.name);
    }
  expect(printSchema(printed)).toBe(printSchema(lexicographicSortSchema(schema)));
});

test('what is marked as used by REST alone is used there', () => {
  const added = parse(readFileSync('schema/rest.graphql', 'utf8')).definitions.flatMap((node) =>
    node.kind === Kind.OBJECT_TYPE_EXTENSION
      ? (node.fields ?? []).map(({ name }) => `${node.name.value}.${name.value}`)
      : [],
  );
  const info = new TypeInfo(schema);
  const used = new Set<string>();
  for (const file of operations.filter((name) => name.startsWith('schema/operations/')))
    visit(
      documentOf(file),
      visitWithTypeInfo(info, {
        Field: ({ name }) => void used.add(`${String(info.getParentType())}.${name.value}`),
      }),
    );
  expect(added.length).toBeGreaterThan(5);
  expect(added.filter((field) => !used.has(field))).toEqual([]);
});

test('every deprecation says what to use instead', () => {
  const reasons = [...printSchema(schema).matchAll(/@deprecated(?:\(reason: (.*?)\))?/g)].map(
    ([, reason = '']) => reason,
  );
  expect(reasons.filter((reason) => !reason.startsWith('"Use `'))).toEqual([]);
});

test('schema/operations/datasource-fragments.graphql is what the code prints', () => {
  expect(readFileSync('schema/operations/datasource-fragments.graphql', 'utf8')).toBe(printDatasourceFragments(schema));
});

test('every type, field, argument and enum value has a description', () => {
  const bare: string[] = [];
  const describe = (name: string, described: { readonly description?: string | null | undefined }) => {
    if (!described.description?.trim()) bare.push(name);
  };
  for (const type of types) {
    const isRoot = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(
      type as never,
    );
    if (!isRoot) describe(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) describe(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) describe(`${type.name}.${field.name}`, field);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      describe(`${type.name}.${field.name}`, field);
      for (const arg of field.args) describe(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  expect(bare).toEqual([]);
});

test('names are PascalCase for types and camelCase for fields', () => {
  const fieldsOf = (type: (typeof types)[number]) =>
    isEnumType(type) || isScalarType(type) || isUnionType(type) ? [] : Object.keys(type.getFields());
  expect(types.map(({ name }) => name).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  expect(
    types.flatMap((type) =>
      fieldsOf(type)
        .filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))
        .map((name) => `${type.name}.${name}`),
    ),
  ).toEqual([]);
});

test('every mutation takes one input and returns a payload type', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(
    mutations
      .filter(({ args, type }) => args.length !== 1 || args[0]?.name !== 'input' || !String(type).endsWith('Payload!'))
      .map(({ name }) => name),
  ).toEqual([]);
});

const objects = types.filter((type) => isObjectType(type) || isInterfaceType(type));
const isPage = (type: (typeof objects)[number]) =>
  ['nodes', 'edges', 'pageInfo'].every((name) => name in type.getFields());

test('a type is a page of a list if and only if its name ends in Connection', () => {
  expect(objects.filter((type) => isPage(type) !== type.name.endsWith('Connection')).map(({ name }) => name)).toEqual(
    [],
  );
  expect(
    types
      .filter((type) => !objects.includes(type as never) && type.name.endsWith('Connection'))
      .map(({ name }) => name),
  ).toEqual([]);
});

test('every field that returns a page takes a page size', () => {
  const pages = objects
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => objects.some((type) => type === getNamedType(field.type) && isPage(type)));
  expect(pages.length).toBeGreaterThan(40);
  expect(
    pages
      .filter(({ field }) => !field.args.some(({ name }) => name === 'first'))
      .map(({ type, field }) => `${type.name}.${field.name}`),
  ).toEqual([]);
});

test('every argument of a page can be null, as clients send those that they do not use', () => {
  const refusing = Object.values(clientSchema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .flatMap(({ type, field }) => field.args.map((argument) => ({ type, field, argument })))
    .filter(({ argument: { name } }) => ['first', 'after', 'last', 'before', 'offset'].includes(name))
    .filter(({ argument }) => isNonNullType(argument.type));
  expect(refusing.map(({ type, field, argument }) => `${type.name}.${field.name}(${argument.name}:)`)).toEqual([]);
});

const operations = ['schema/operations', 'schema/tools', 'schema/cli', 'schema/dataset-graph'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => `${folder}/${name}`),
);
const documentOf = (file: string) => parse(readFileSync(file, 'utf8'));
const directives = parse(readFileSync('schema/document-directives.graphql', 'utf8'));
/** The schema that the operations of a folder run against: those of the tools use what clients see. */
const schemaOf = (name: string) =>
  extendSchema(name.startsWith('schema/operations/') ? schema : clientSchema, directives);
/** The fragments of a file's folder. */
const fragmentsFor = (file: string) =>
  operations
    .filter((name) => dirname(name) === dirname(file))
    .flatMap((name) => documentOf(name).definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION));

test.each(operations)(
  'the operations of %s are valid, within the limits on documents, and use nothing deprecated',
  (name) => {
    const own = documentOf(name).definitions.filter(({ kind }) => kind !== Kind.FRAGMENT_DEFINITION);
    const document = { kind: Kind.DOCUMENT, definitions: [...own, ...fragmentsFor(name)] } as const;
    const withoutUse = (message: string) => !/is never used|Fragment ".*" is never used/.test(message);
    expect(
      validate(schemaOf(name), document)
        .map(({ message }) => message)
        .filter(withoutUse),
    ).toEqual([]);
    expect(validate(schemaOf(name), document, [NoDeprecatedCustomRule]).map(({ message }) => message)).toEqual([]);
    expect(limitRules().length).toBeGreaterThan(0);
  },
);
