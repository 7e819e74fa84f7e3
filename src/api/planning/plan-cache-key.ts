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
import type { ArgumentValues } from './plan-builder.ts';

/** Tells what of a query decides on its plan: the document, the operation, and the shapes of variables and caller. */
export function createPlanCacheKey(
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
      variablesKey(schema, operation, variables),
      sessionKey(session),
    ].join('|');
}

/** What of the variables decides on a statement's text: which are given, which are true, which are 0, and which value an enum has. */
const variablesKey = (
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

const sessionKeys = new WeakMap<Session, string>();

/** What of a caller decides on a statement's text: whether they have a name, and their rights. */
function sessionKey(session: Session): string {
  const { username, permissions, scopes } = session;
  const shape =
    sessionKeys.get(session) ??
    `${username === undefined ? '' : '+'}${[...permissions].sort().join()}/${[...scopes].sort().join()}`;
  sessionKeys.set(session, shape);
  return shape;
}
