import {
  getNullableType, getOperationAST, isInputObjectType, isInputType, isNonNullType, typeFromAST, TypeInfo, visit, visitWithTypeInfo,
  type DocumentNode, type GraphQLArgument, type GraphQLInputType, type GraphQLSchema,
} from 'graphql';
import { isJsonObject } from '../../kernel/json.ts';
import { part, seenRevision, type Trace } from './trace-row.ts';

/** A value of a request, and what the graph takes it for. */
export interface RequestPart {
  readonly from: 'path' | 'query' | 'body';
  /** Its name on the wire; `*` stands for all names of a body that no other part has. */
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly description: string | null | undefined;
  /** What the operation gets where the request does not say it: undefined leaves it out. */
  readonly unsaid: unknown;
}

/** What an operation makes of a request. */
export interface ReadRequest {
  readonly parts: readonly RequestPart[];
  /** Whether it minds the revision that the caller has seen. */
  readonly mindsRevision: boolean;
}

/** Finds the parts of a request among the variables that it became; `bare` are those of a request that says nothing. */
export function readRequest(schema: GraphQLSchema, { document, variables }: Trace, bare: Trace): ReadRequest {
  const uses = argumentsOf(schema, document);
  const given = (getOperationAST(document)?.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    return isInputType(type) ? partsBelow(variables[name], bare.variables[name], type, uses.get(name)?.description) : [];
  });
  return { parts: given.filter((each) => typeof each === 'object'), mindsRevision: given.includes(seenRevision) };
}

/** The parts below a variable, and the revision where it is there. */
function partsBelow(value: unknown, unsaid: unknown, type: GraphQLInputType, description: string | null | undefined): (RequestPart | number)[] {
  if (value === seenRevision) return [seenRevision];
  const [, from, name] = typeof value === 'string' ? part.exec(value) ?? [] : [];
  if ((from === 'path' || from === 'query' || from === 'body') && name !== undefined) return [{ from, name, type, description, unsaid }];
  if (!isJsonObject(value)) return [];
  const inner = getNullableType(type);
  if (!isInputObjectType(inner)) return [{ from: 'body', name: '*', type, description, unsaid }];
  return Object.values(inner.getFields()).flatMap((field) =>
    partsBelow(value[field.name], isJsonObject(unsaid) ? unsaid[field.name] : undefined, field.type, field.description));
}

/** The arguments that the variables of an operation are given to. */
function argumentsOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, GraphQLArgument> {
  const uses = new Map<string, GraphQLArgument>();
  const typeInfo = new TypeInfo(schema);
  visit(document, visitWithTypeInfo(typeInfo, {
    Variable({ name: { value } }) {
      const argument = typeInfo.getArgument();
      if (argument) uses.set(value, argument);
    },
  }));
  return uses;
}

/** Whether a request has to say a part: the operation needs it and gets nothing instead. */
export const isRequired = ({ type, unsaid }: RequestPart): boolean => isNonNullType(type) && unsaid == null;
