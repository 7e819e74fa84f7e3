import {
  getNamedType,
  isEnumType,
  typeFromAST,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { Session } from '../session.ts';
import type { ArgumentValues } from './compilation.ts';

/** Tells what of a query decides on its plan: the document, the operation, and the shapes of variables and caller. */
export function shapesOfQueries(
  schema: GraphQLSchema,
): (
  query: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  variables: ArgumentValues,
  session: Session,
) => string {
  const documents = new WeakMap<DocumentNode, number>();
  let known = 0;
  const numberOf = (document: DocumentNode): number => {
    const number = documents.get(document) ?? (known += 1);
    documents.set(document, number);
    return number;
  };
  return ({ document, operation }, variables, session) =>
    [
      numberOf(document),
      operation.name?.value ?? '',
      shapeOfVariables(schema, operation, variables),
      shapeOfSession(session),
    ].join('|');
}

/** What of the variables decides on a statement's text: which are given, which are true, which are 0, and which value an enum has. */
const shapeOfVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: ArgumentValues,
): string =>
  variableDefinitions
    .map(({ variable, type }) => {
      const value = variables[variable.name.value];
      if (value === undefined || value === null) return '-';
      if (typeof value === 'string' && isEnumVariable(schema, type)) return value;
      return value === true ? 't' : value === false ? 'f' : value === 0 ? '0' : '1';
    })
    .join(',');

const isEnumVariable = (schema: GraphQLSchema, type: TypeNode): boolean =>
  isEnumType(getNamedType(typeFromAST(schema, type)));

const shapes = new WeakMap<Session, string>();

/** What of a caller decides on a statement's text: whether they have a name, and their rights. */
function shapeOfSession(session: Session): string {
  const { username, permissions, keyAllows } = session;
  const shape =
    shapes.get(session) ??
    `${username === undefined ? '' : '+'}${[...permissions].sort().join()}/${[...keyAllows].sort().join()}`;
  shapes.set(session, shape);
  return shape;
}
