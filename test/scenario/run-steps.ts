import type { TestApp } from '../support/app.ts';
import { sendFile } from '../support/sources/resources.ts';
import { catalogSchema } from '../support/worker/catalog-schema.ts';

/** One step of a scenario, by REST and by GraphQL. `{name}` stands for the uid with that name. */
export interface Step {
  /** Method, path below the datasets, and body. */
  readonly rest: readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?];
  /** Mutation, the object that it returns, and input. */
  readonly graph: readonly [string, string, object];
  /** The name for the uid of the created object. */
  readonly as?: string;
  /** The file of the request. */
  readonly file?: { readonly filename: string; readonly content: string };
}

/** The uids of a scenario, by name. */
export type StepUids = Record<string, string>;

/** Runs a step and stores the uid of the created object; fails with the step. */
export type RunStep = (step: Step, known: StepUids) => Promise<void>;

const mutations = catalogSchema.getMutationType()?.getFields() ?? {};

function withUids<T>(value: T, known: StepUids): T {
  return JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all)) as T;
}

/** Runs steps by REST. */
export const runByRest =
  ({ admin }: TestApp): RunStep =>
  async ({ rest, as, file }, known) => {
    const [method, path, body] = withUids(rest, known);
    const { status, body: answer } = await (file
      ? admin.upload(`/datasets/${path}`, file.filename, file.content)
      : admin.rest(method, `/datasets/${path}`, body));
    if (status >= 300) throw new Error(`${method} ${path}: ${String(status)} ${JSON.stringify(answer)}`);
    if (as !== undefined) known[as] = answer.uid;
  };

/** Runs steps by GraphQL. */
export const runByGraphql =
  (app: TestApp): RunStep =>
  async ({ graph, as, file }, known) => {
    const [mutation, answered, input] = withUids(graph, known);
    const type = String(mutations[mutation]?.args[0]?.type);
    const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${answered === 'uid' ? 'uid' : `${answered} { uid }`} } }`;
    const { data, errors } = await (file ? sendFile(app, query, input, file) : app.admin.graph(query, { input }));
    if (errors) throw new Error(`${mutation}: ${JSON.stringify(errors)}`);
    if (as !== undefined) known[as] = data[mutation][answered].uid;
  };
