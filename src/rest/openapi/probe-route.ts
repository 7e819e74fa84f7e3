import { Readable } from 'node:stream';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { ReceivedFile } from '../../api/types/upload.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { variablesParser, type ParseVariables } from '../parse-variables.ts';
import { emptyForm, type RestInput } from '../rest-input.ts';
import type { Answer, Ask, Route } from '../route.ts';
import { nullablePositions, sampleResponse } from './sample-response.ts';

/** What a route made of a request: the operation it asked, and what it answered. */
export interface Trace {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The variables where the body does not say what it said before: some of them take another part of it instead. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

/** What a route does, seen from outside: it is run with requests whose values tell their names, and with answers that tell their origin. */
export interface ProbedRoute {
  readonly route: Route;
  /** A request that says everything, answered with everything. */
  readonly full: Trace;
  /** The same for each kind of body, where there are kinds. */
  readonly kinds: ReadonlyMap<string, Trace>;
  /** A request that says nothing but its path, answered with nothing that can be missing. */
  readonly bare: Trace;
  /** Answers: the full one, the bare one, and that of a second page. */
  readonly answers: readonly Answer[];
}

/** A part of a request, as a specimen of its value says it: `body:dataset_id`; `body:*` is all of the body that is not named. */
export const part = /^(path|query|body):(.+)$/;
/** The revision that the full request names. */
export const seenRevision = 404_040_404;

const named = (
  from: string,
  known: Record<string, string> = {},
  unsaid: readonly string[] = [],
): Record<string, string> =>
  new Proxy(known, {
    get: (target, name) =>
      typeof name !== 'string' || unsaid.includes(name) ? undefined : (target[name] ?? `${from}:${name}`),
  });
const bodyNamed = (known: Record<string, string>, unsaid?: readonly string[]): JsonObject =>
  named('body', { '*': 'body:*', ...known }, unsaid);
const file = new ReceivedFile('', '', 0, () => Readable.from([]));

/** The graph that routes are run on. */
interface TracedGraph {
  readonly schema: GraphQLSchema;
  readonly parseVariables: ParseVariables;
}

/** Finds out what a route does. */
export async function probeRoute(schema: GraphQLSchema, route: Route): Promise<ProbedRoute> {
  const graph: TracedGraph = { schema, parseVariables: variablesParser(schema) };
  const path = Object.fromEntries(pathParameters(route).map((name) => [name, `path:${name}`]));
  const bareInput: RestInput = {
    url: 'https://host/',
    path,
    query: {},
    body: {},
    file: undefined,
    form: emptyForm,
    expectedRevision: undefined,
  };
  const fullInput: RestInput = {
    ...bareInput,
    query: named('query'),
    body: bodyNamed({}),
    file,
    expectedRevision: seenRevision,
  };
  const full = await trace(graph, route, fullInput);
  const absent = nullablePositions(full.answer.body);
  const bare = await trace(graph, route, bareInput, absent);
  const secondPage = await trace(graph, route, { ...bareInput, query: { limit: '1', offset: '1' } });
  const kinds = new Map<string, Trace>();
  for (const type of route.kinds ?? []) {
    const said = await trace(graph, route, { ...fullInput, body: bodyNamed({ type }) });
    const { variables: otherwise } = await trace(graph, route, {
      ...fullInput,
      body: bodyNamed({ type }, namesIn(said.variables)),
    });
    kinds.set(type, { ...said, otherwise });
  }
  return { route, full, kinds, bare, answers: [full.answer, bare.answer, secondPage.answer] };
}

/** The names of a body that went into variables. */
const namesIn = (value: unknown): string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(namesIn);
  const [, from, name] = typeof value === 'string' ? (part.exec(value) ?? []) : [];
  return from === 'body' && name !== undefined ? [name] : [];
};

/** The names of a path's parameters, in their order. */
export const pathParameters = ({ path }: Pick<Route, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

async function trace(
  { schema, parseVariables }: TracedGraph,
  route: Route,
  input: RestInput,
  absent?: ReadonlySet<string>,
): Promise<Trace> {
  let asked: Omit<Trace, 'answer'> | undefined;
  const ask: Ask = async (document, variables) => {
    asked = { document, variables: parseVariables(document, variables) };
    // a specimen has the names of the operation's answer; no route looks into its values
    return { data: sampleResponse({ schema, document }, absent) as never };
  };
  const answer = await route.answer(ask, input);
  if (!asked) throw new Error(`${route.operation} is not asked.`);
  return { ...asked, answer };
}
