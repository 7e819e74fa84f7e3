import type { JsonObject } from '#kernel/json.ts';
import type { Client, RestAnswer } from '#test/support/client.ts';
import { images, multipartBody, multipartBoundary, type SentPart } from '#test/support/http/multipart.ts';
import { formOf } from '../fixture/form-sample.ts';
import { bodyKindOf, isMultipart, type Operation } from './operations.ts';
import { bodiesOf, fileContent, type Names } from '../fixture/samples.ts';

/** A dataset with a part of every kind, created by the operations of the contract, and a portal. */
export interface Fixture {
  readonly names: Names;
  /** The values of path parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** The submitter. */
  readonly sender: Client;
}

/** How a request differs from the sample of its operation. */
export interface RequestOptions {
  readonly body?: JsonObject | string;
  /** The answers of a form submission. */
  readonly data?: JsonObject;
  /** Appended to the path, with its question mark. */
  readonly query?: string;
  readonly withoutSlash?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The name of the value that an operation takes for a parameter of its path. */
export function valueNameOf({ family, method, name }: Operation, parameter: string): string {
  // only a custom template changes
  if (family === 'templates') return method === 'GET' ? parameter : `custom_${parameter}`;
  if (family !== 'harvesters') return parameter;
  // datasets have schedules too; a harvester has one at most
  if (parameter === 'schedule_uid') return 'harvester_schedule_uid';
  return name === 'Create harvester schedule' ? 'unscheduled_uid' : parameter;
}

/** The path of an operation with its parameters filled in; throws if the fixture has no value for one. */
export const pathOf = (operation: Operation, { values }: Fixture): string =>
  operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    // while the fixture is made, it has one object of each kind
    const value = values[valueNameOf(operation, name)] ?? values[name];
    if (value === undefined) throw new Error(`The fixture has no ${name}.`);
    return encodeURIComponent(value);
  });

/** The sample of an operation and, for one with a body, an empty and an unparsable body; for a list, invalid parameters too. */
export const requestVariants = ({ name, method }: Operation): readonly RequestOptions[] => {
  if (method === 'GET')
    return name.startsWith('List ')
      ? [{}, { query: '?limit=x&is_archived=x&include_description=x&is_showcase=x' }]
      : [{}];
  return [{}, { body: {} }, { body: '{' }];
};

let turn = 0;

/** One of the variants of a request, in turn, so that each is sent by some of the callers or to some of the operations; all of them where tests repeat what they try. */
export function triedVariants(operation: Operation, repetitions: number): readonly RequestOptions[] {
  const variants = requestVariants(operation);
  turn += 1;
  return repetitions > 1 ? variants : variants.slice(turn % variants.length, (turn % variants.length) + 1);
}

/** The parameters that an operation needs, by its name. */
const queriesOf = ({ values }: Fixture): Readonly<Record<string, string>> => ({
  'Delete code editor pages': `slug=${values['slug'] ?? ''}`,
  'Delete harvester': 'delete_attached_datasets=false',
});

/** Sends an operation with its first sample, unless the options have another body. */
export async function request(
  client: Client,
  operation: Operation,
  fixture: Fixture,
  options: RequestOptions = {},
): Promise<RestAnswer> {
  const { withoutSlash = false, headers = {} } = options;
  const query = queryOf(operation, options.query ?? '');
  const address = pathOf(operation, fixture);
  const parameters = [queriesOf(fixture)[operation.name] ?? '', query.slice(1)].filter(Boolean).join('&');
  const path = `${withoutSlash ? address.slice(0, -1) : address}${parameters === '' ? query : `?${parameters}`}`;
  const send = client.restAt(operation.api.base);
  const [sample] = bodiesOf(fixture.names)[operation.name] ?? [];
  if (!('body' in options) && isMultipart(operation))
    return send(
      operation.method,
      path,
      multipartBody(
        bodyKindOf(operation) === 'form' ? formOf(options.data ?? sample ?? {}) : fileOf(operation, fixture),
      ),
      { 'content-type': `multipart/form-data; boundary=${multipartBoundary}`, ...headers },
    );
  const body = 'body' in options ? options.body : sample;
  return send(operation.method, path, body, {
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...headers,
  });
}

/** The query of a request, with the parameters that the operation requires. */
const queryOf = ({ name }: Operation, query: string): string =>
  name === 'Suggest field choices' && !/[?&]query=/.test(query) ? `${query === '' ? '?' : `${query}&`}query=a` : query;

const fileOf = ({ family }: Operation, { names }: Fixture): readonly SentPart[] => [
  family === 'images'
    ? ['file', images.png, 'logo.png', 'image/png']
    : ['file', Buffer.from(fileContent), names.file, 'text/csv'],
];
