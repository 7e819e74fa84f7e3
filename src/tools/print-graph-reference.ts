import {
  astFromValue,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  lexicographicSortSchema,
  print,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { markdownTable } from './markdown-table.ts';

const introduction = `# Graph reference

Written by \`npm run schema\` from the descriptions in the code; do not edit. [schema.graphql](../../schema/schema.graphql) is the same schema in SDL;
[errors.md](errors.md) lists the codes of failures.
`;

/** The text of `docs/reference/graph.md`: operations first, then every type by kind and name. */
export function printGraphReference(graph: GraphQLSchema): string {
  const schema = lexicographicSortSchema(graph);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
  );
  const chapters = [
    ...['Queries', 'Mutations', 'Subscriptions'].map((title, index) => chapter(title, operationsOf(roots[index]))),
    chapter('Objects', types.filter(isObjectType).map(section)),
    chapter('Interfaces', types.filter(isInterfaceType).map(section)),
    chapter('Unions', types.filter(isUnionType).map(section)),
    chapter('Inputs', types.filter(isInputObjectType).map(section)),
    chapter('Enums', types.filter(isEnumType).map(section)),
    chapter('Scalars', types.filter(isScalarType).map(section)),
  ];
  return [introduction, `${schema.description ?? ''}\n`, ...chapters.filter((text) => text !== '')].join('\n');
}

const chapter = (title: string, sections: readonly string[]): string =>
  sections.length === 0 ? '' : `## ${title}\n\n${sections.join('\n')}`;

const operationsOf = (root: GraphQLObjectType | null | undefined): readonly string[] =>
  root ? [`${root.description ?? ''}\n`, fieldTable(Object.values(root.getFields()))] : [];

/** The section of a type: heading, description and parts. */
const section = (type: GraphQLNamedType): string =>
  [`### ${type.name}\n`, `${type.description?.trim() ?? ''}\n`, ...partsOf(type)].join('\n');

/** The rest of a type's section: its fields, members or values. */
function partsOf(type: GraphQLNamedType): string[] {
  if (isObjectType(type) || isInterfaceType(type)) {
    const interfaces = type.getInterfaces().map(({ name }) => linkTo(name));
    return [
      ...(interfaces.length > 0 ? [`Implements ${interfaces.join(', ')}.\n`] : []),
      fieldTable(Object.values(type.getFields())),
    ];
  }
  if (isUnionType(type))
    return [
      `One of ${type
        .getTypes()
        .map(({ name }) => linkTo(name))
        .join(', ')}.\n`,
    ];
  if (isInputObjectType(type))
    return [markdownTable(['Field', 'Type', 'Description'], Object.values(type.getFields()).map(inputRow))];
  if (isEnumType(type))
    return [
      markdownTable(
        ['Value', 'Description'],
        type.getValues().map(({ name, description }) => [`\`${name}\``, description ?? '']),
      ),
    ];
  return [];
}

const fieldTable = (fields: readonly GraphQLField<unknown, unknown>[]): string =>
  markdownTable(['Field', 'Type', 'Description'], fields.map(fieldRow));

const fieldRow = ({ name, args, type, description }: GraphQLField<unknown, unknown>): string[] => [
  `\`${name}\``,
  `\`${String(type)}\``,
  [description ?? '', ...args.map((argument) => `\`${signatureOf(argument)}\`: ${argument.description ?? ''}`)].join(
    '\n',
  ),
];

const inputRow = (field: GraphQLInputField): string[] => [
  `\`${field.name}\``,
  `\`${String(field.type)}${defaultOf(field)}\``,
  field.description ?? '',
];

const signatureOf = (argument: GraphQLArgument): string =>
  `${argument.name}: ${String(argument.type)}${defaultOf(argument)}`;

function defaultOf({ defaultValue, type }: Pick<GraphQLArgument, 'defaultValue' | 'type'>): string {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return value ? ` = ${print(value)}` : '';
}

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;
