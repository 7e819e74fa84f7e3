import {
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isNonNullType,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { isJsonObject } from '../../kernel/json.ts';
import { part, seenRevision, type Trace } from './probe-route.ts';

/** A value of a request, and what the graph takes it for. */
export interface RequestPart {
  readonly from: 'path' | 'query' | 'body';
  /** Its name on the wire; `*` stands for all names of a body that no other part has. */
  readonly name: string;
  /** The name that is taken where that one is not said. */
  readonly otherName?: string;
  readonly type: GraphQLInputType;
  /** The graph's name of what it is given to. */
  readonly field: string;
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
export function readRequest(
  schema: GraphQLSchema,
  { document, variables, otherwise }: Trace,
  bare: Trace,
): ReadRequest {
  const uses = argumentsOf(schema, document);
  const given = (getOperationAST(document)?.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    return isInputType(type)
      ? partsBelow(
          { said: variables[name], unsaid: bare.variables[name], otherwise: otherwise?.[name] },
          { type, name, description: uses.get(name)?.description },
        )
      : [];
  });
  return { parts: given.filter((each) => typeof each === 'object'), mindsRevision: given.includes(seenRevision) };
}

/** A value among the variables: of a request that says everything, of one that says nothing, and of one with other names. */
interface Variants {
  readonly said: unknown;
  readonly unsaid: unknown;
  readonly otherwise: unknown;
}

/** What a value is given to: a variable, or a field of an input. */
interface Receiver {
  readonly type: GraphQLInputType;
  readonly name: string;
  readonly description: string | null | undefined;
}

/** The parts below a variable, and the revision where it is there. */
function partsBelow({ said, unsaid, otherwise }: Variants, receiver: Receiver): (RequestPart | number)[] {
  const { type, name: field, description } = receiver;
  // a parameter that may be repeated
  if (Array.isArray(said)) return partsBelow({ said: said[0], unsaid, otherwise }, receiver);
  if (said === seenRevision) return [seenRevision];
  const [, from, name] = partIn(said);
  const [, , otherName] = partIn(otherwise);
  if ((from === 'path' || from === 'query' || from === 'body') && name !== undefined) {
    return [
      {
        from,
        name,
        ...(otherName !== undefined && otherName !== name && { otherName }),
        type,
        field,
        description,
        unsaid,
      },
    ];
  }
  if (!isJsonObject(said)) return [];
  const inner = getNullableType(type);
  if (!isInputObjectType(inner)) return [{ from: 'body', name: '*', type, field, description, unsaid }];
  return Object.values(inner.getFields()).flatMap((each) =>
    partsBelow(
      {
        said: said[each.name],
        unsaid: isJsonObject(unsaid) && each.name in unsaid ? unsaid[each.name] : each.defaultValue,
        otherwise: inside(otherwise, each.name),
      },
      each,
    ),
  );
}

const partIn = (value: unknown): readonly string[] => (typeof value === 'string' ? (part.exec(value) ?? []) : []);
const inside = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);

/** The arguments that the variables of an operation are given to. */
function argumentsOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, GraphQLArgument> {
  const uses = new Map<string, GraphQLArgument>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Variable({ name: { value } }) {
        const argument = typeInfo.getArgument();
        if (argument) uses.set(value, argument);
      },
    }),
  );
  return uses;
}

/** Whether a request has to say a part: the operation needs it and gets nothing instead. */
export const isRequired = ({ type, unsaid }: RequestPart): boolean => isNonNullType(type) && unsaid == null;
