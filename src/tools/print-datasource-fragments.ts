import {
  getNamedType,
  isLeafType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { connectedKinds } from '#connections/index.ts';
import { datasourceKinds } from '#resources/index.ts';

/** The hand-written fragments that select the fields of these types. */
const fragments: Readonly<Record<string, string>> = { HttpHeader: 'HeaderBody', ConnectionAuth: 'AuthBody' };

/** The fields that identify an object. When an object has such a field, REST returns only this field of the object. */
const references = ['uid', 'username'];

/** Prints the fragments with which REST selects datasources and connections: all declared fields, under their REST names. */
export function printDatasourceFragments(schema: GraphQLSchema): string {
  const datasources = datasourceKinds.map(({ objectType }) => {
    const type = objectOf(schema, objectType.name);
    return selectOn(
      type,
      Object.keys(type.getFields()).filter((name) => name !== 'type'),
    );
  });
  const connections = connectedKinds.map(({ connection: { objectType, auth } }) => {
    const type = objectOf(schema, objectType.name);
    const shared = new Set(type.getInterfaces().flatMap((interfaceType) => Object.keys(interfaceType.getFields())));
    const fieldsOfType = Object.keys(type.getFields()).filter((name) => !shared.has(name));
    return selectOn(type, [...fieldsOfType, ...(auth.types.length > 0 ? ['auth'] : [])]);
  });
  return [
    '# Printed from the declarations of the kinds of datasources by `npm run schema`.',
    fragment('DatasourceBody on Datasource', ['type', ...datasources]),
    '',
    fragment('ConnectionSettingsBody on DatasourceConnectionSettings', connections),
    '',
  ].join('\n');
}

const fragment = (head: string, lines: readonly string[]): string =>
  [`fragment ${head} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n');

function selectOn(type: GraphQLObjectType, names: readonly string[]): string {
  const fields = type.getFields();
  const selected = names.flatMap((name) => fields[name] ?? []).map(selectField);
  return `... on ${type.name} { ${selected.join(' ')} }`;
}

function selectField({ name, type }: GraphQLField<unknown, unknown>): string {
  const alias = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const selected = alias === name ? name : `${alias}: ${name}`;
  const named = getNamedType(type);
  return isLeafType(named) ? selected : `${selected} { ${selectAll(named)} }`;
}

function selectAll(type: GraphQLNamedType): string {
  const known = fragments[type.name];
  if (known !== undefined) return `...${known}`;
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const reference = fields.find(({ name }) => references.includes(name));
  return (reference ? [reference] : fields).map(selectField).join(' ');
}

function objectOf(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The graph has no object type ${name}.`);
  return type;
}
