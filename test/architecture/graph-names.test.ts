import { expect, test } from '@jest/globals';
import 'reflect-metadata';
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { clientSchema } from '../support/worker/catalog-schema.ts';

/** A field, an argument or a field of an input: `Dataset.lineage`, `Dataset.lineage(depth)`. */
interface Element {
  readonly owner: string;
  readonly path: string;
  readonly name: string;
  readonly type: GraphQLInputType | GraphQLOutputType;
  readonly isInput: boolean;
}

const types = Object.values(clientSchema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const elements = types.flatMap(elementsOf);

function elementsOf(owner: GraphQLNamedType): Element[] {
  if (!isObjectType(owner) && !isInterfaceType(owner) && !isInputObjectType(owner)) return [];
  const isInput = isInputObjectType(owner);
  return Object.values(owner.getFields()).flatMap((field) => {
    const path = `${owner.name}.${field.name}`;
    const { name, type } = field;
    return [
      { owner: owner.name, path, name, type, isInput },
      ...argumentsOf(owner, name).map((arg) => ({
        owner: owner.name,
        path: `${path}(${arg.name})`,
        name: arg.name,
        type: arg.type,
        isInput: true,
      })),
    ];
  });
}

function argumentsOf(owner: GraphQLNamedType, field: string): readonly GraphQLArgument[] {
  return isObjectType(owner) || isInterfaceType(owner) ? (owner.getFields()[field]?.args ?? []) : [];
}

/** Types whose fields are those of metadata templates, in camel case. */
const templates =
  /^(Default|Internal|Visualization|Dcat|Inspire|Semantic)\w*Metadata$|^(AssetContentConfiguration|MetadataFacet)$/;
const ofScalar = (name: string) =>
  elements.filter(({ type, owner }) => getNamedType(type).name === name && !templates.test(owner));
const pathsOf = (found: readonly Element[]): readonly string[] => found.map(({ path }) => path).toSorted();

test('a boolean begins with is, has or can', () => {
  const others = new Map([
    ['TypedValue.boolean', 'a value is under the name of its type'],
    ['ConnectionAuthInput.iamRole', 'one way of several, which has no settings'],
  ]);
  const found = ofScalar('Boolean').filter(({ name }) => !/^(is|has|can)[A-Z]/.test(name));
  expect(pathsOf(found)).toEqual([...others.keys()].toSorted());
});

test('an instant ends in At, or is an end of a range; nothing else ends in At', () => {
  expect(pathsOf(ofScalar('DateTime').filter(({ name }) => !/At$|^(from|until)$/.test(name)))).toEqual([]);
  const others = elements.filter(
    ({ name, type }) => name.endsWith('At') && !['DateTime', 'TimeRange'].includes(getNamedType(type).name),
  );
  expect(pathsOf(others)).toEqual([]);
});

test('elements of one name that hold scalars hold the same scalar, in what is sent and in what is read', () => {
  const reasons: Readonly<Record<string, string>> = {
    'read max': 'of a number or of a day',
    'read min': 'of a number or of a day',
    'read path': 'the names in a path may contain dots',
    'read resources': 'the messages of a harvester are by identifier',
    'read value': 'a metadata field and a condition have values of any type',
    'sent equals': 'of a number, a text or a date',
    'sent in': 'of a number or a text',
    'sent max': 'of a number or of a day',
    'sent min': 'of a number or of a day',
    'sent notEquals': 'of a number, a text or a date',
    'sent select': 'a text in ODSQL, or a list of names',
    'sent value': 'a metadata field and a condition have values of any type',
    'sent where': 'ODSQL has one text, or several that all must hold',
  };
  const scalars = elements.filter(({ type, owner }) => isScalarType(getNamedType(type)) && !templates.test(owner));
  const byName = Map.groupBy(scalars, ({ name, isInput }) => `${isInput ? 'sent' : 'read'} ${name}`);
  const different = [...byName].filter(([, found]) => new Set(found.map(({ type }) => shapeOf(type))).size > 1);
  expect(different.map(([name]) => name).toSorted()).toEqual(Object.keys(reasons));
});

/** A type without what may be null. */
function shapeOf(type: GraphQLInputType | GraphQLOutputType): string {
  const nullable = getNullableType(type);
  return isListType(nullable) ? `[${shapeOf(nullable.ofType)}]` : String(nullable);
}

test('what is sent and what is read under one name have the same scalar', () => {
  const reasons: Readonly<Record<string, string>> = {
    after: 'a value after a change; a cursor',
    before: 'a value before a change; a cursor',
    count: 'how many items have a value; how many units a step has',
    percent: 'how far a publication is; which percentile',
  };
  const scalars = elements.filter(({ type, owner }) => isScalarType(getNamedType(type)) && !templates.test(owner));
  const byName = Map.groupBy(scalars, ({ name }) => name);
  const shapes = (found: readonly Element[], isSent: boolean) => [
    ...new Set(found.filter(({ isInput }) => isInput === isSent).map(({ type }) => shapeOf(type))),
  ];
  const different = [...byName].filter(([, found]) => {
    const [sent, read] = [shapes(found, true), shapes(found, false)];
    return sent.length === 1 && read.length === 1 && sent[0] !== read[0];
  });
  expect(different.map(([name]) => name).toSorted()).toEqual(Object.keys(reasons));
});

test('what identifies an object of the graph is an ID, and no list or object has its name', () => {
  const identifying = elements.filter(
    ({ name, owner }) => /^(uid|\w+Uid|slug|\w+Slug|recordId)$/.test(name) && !templates.test(owner),
  );
  expect(pathsOf(identifying.filter(({ type }) => shapeOf(type) !== 'ID'))).toEqual([]);
  const lists = elements.filter(({ name }) => name.endsWith('Uids'));
  expect(pathsOf(lists.filter(({ type }) => shapeOf(type) !== '[ID]'))).toEqual([]);
  expect(pathsOf(elements.filter(({ name, type }) => shapeOf(type) === '[ID]' && !/^ids$|Uids$/.test(name)))).toEqual(
    [],
  );
});

test('the values of an enum are words of the catalog in lower case, or in upper case', () => {
  const mixed = ['AuditedType'];
  const cases = types
    .filter(isEnumType)
    .filter((type) => {
      const names = type.getValues().map(({ name }) => name);
      return ![/^[A-Z][A-Z0-9_]*$/, /^[a-z][a-z0-9_]*$/].some((pattern) => names.every((name) => pattern.test(name)));
    })
    .map(({ name }) => name);
  expect(cases).toEqual(mixed);
});

test('a page of a list and its edges are named after the objects', () => {
  const wrong = types.filter(isObjectType).flatMap((type) => {
    const { nodes, edges } = type.getFields();
    if (!nodes || !edges) return [];
    const node = getNamedType(nodes.type).name;
    return type.name === `${node}Connection` && getNamedType(edges.type).name === `${node}Edge` ? [] : [type.name];
  });
  expect(wrong).toEqual([]);
  const named = types
    .filter(({ name }) => name.endsWith('Edge'))
    .map(({ name }) => name.replace(/Edge$/, 'Connection'));
  expect(named.filter((name) => !clientSchema.getType(name))).toEqual([]);
});

test('an address is a url, and no path or link stands for one', () => {
  const others = new Map([
    ['CreateIdentityProviderInput.loginLink', 'may be a path on the portal'],
    ['IdentityProvider.loginLink', 'may be a path on the portal'],
    ['UpdateIdentityProviderInput.loginLink', 'may be a path on the portal'],
  ]);
  const found = elements.filter(({ name }) =>
    /(Path|Link|Uri|Href|[a-z]Address)$|^(link|uri|href|address)$/.test(name),
  );
  expect(pathsOf(found)).toEqual([...others.keys(), 'AuditEntry.clientAddress'].toSorted());
});
