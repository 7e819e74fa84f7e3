import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { bodyOf, boundary, type SentPart } from '../support/sent-forms.ts';
import { formOf } from './form-sample.ts';
import { routesOf, type Operation } from './operations.ts';
import { bodiesOf, fileContent, type Names } from './samples.ts';

/** A dataset with a part of every kind, made by the operations of the contract, and a portal. */
export interface World {
  readonly names: Names;
  /** The values of the parameters in the paths. */
  readonly values: Readonly<Record<string, string>>;
  /** Who sent the submission. */
  readonly sender: Client;
}

/** How an operation is asked, where that is not by its sample. */
export interface Asking {
  readonly body?: JsonObject | string;
  /** The answers of a form. */
  readonly data?: JsonObject;
  /** Behind the path, instead of nothing. */
  readonly query?: string;
  readonly withoutSlash?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address of an operation; fails where the world has no value for a parameter. */
export const addressOf = ({ path }: Operation, { values }: World): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The world has no ${name}.`);
    return encodeURIComponent(value);
  });

/** An operation with its sample, an empty body and an unreadable one, where it takes a body; a list also with parameters that are wrong. */
export const ways = ({ name, method }: Operation): readonly Asking[] => {
  if (method === 'GET')
    return name.startsWith('List ')
      ? [{}, { query: '?limit=x&is_archived=x&include_description=x&is_showcase=x' }]
      : [{}];
  return [{}, { body: {} }, { body: '{' }];
};

/** Asks an operation, with its first sample unless another body is given. */
export async function ask(
  client: Client,
  operation: Operation,
  world: World,
  asking: Asking = {},
): Promise<RestAnswer> {
  const { withoutSlash = false, query = '', headers = {} } = asking;
  const address = addressOf(operation, world);
  const path = `${withoutSlash ? address.slice(0, -1) : address}${query}`;
  const send = client.below(operation.api.base);
  const [sample] = bodiesOf(world.names)[operation.name] ?? [];
  const upload = 'body' in asking ? undefined : routesOf(operation)[0]?.upload;
  if (upload)
    return send(
      operation.method,
      path,
      bodyOf(upload === 'form' ? formOf(asking.data ?? sample ?? {}) : fileOf(world)),
      { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    );
  const body = 'body' in asking ? asking.body : sample;
  return send(operation.method, path, body, {
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...headers,
  });
}

const fileOf = ({ names }: World): readonly SentPart[] => [['file', Buffer.from(fileContent), names.file, 'text/csv']];
