import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog, type Log, requestFields } from '#platform/log.ts';

const linesOf = (write: (log: Log) => void): string[] => {
  const lines: string[] = [];
  write(
    createLog({
      level: 'trace',
      destination: {
        write: (line) => {
          lines.push(line);
        },
      },
    }),
  );
  return lines;
};
const KEY = 'k3y5uN1cb0ZPzqSfR7e2';

test('a line is JSON with the level as a word and the time in ISO', () => {
  const [line = ''] = linesOf((log) => log.info({ port: 4000 }, 'Listening'));
  expect(JSON.parse(line)).toEqual({
    level: 'info',
    port: 4000,
    msg: 'Listening',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('a request is logged with its path, without its query, and with its caller, operations and trace', () => {
  const fields = requestFields({
    method: 'GET',
    url: `/api/management/1.0/datasets?apikey=${KEY}`,
    status: 200,
    milliseconds: 12.345,
    clientAddress: '192.0.2.1',
    username: 'ada',
    keyUid: 'ke_1',
    operations: ['Datasets'],
    errors: [],
    traceId: 't1',
  });
  expect(fields).toEqual({
    method: 'GET',
    path: '/api/management/1.0/datasets',
    status: 200,
    ms: 12.3,
    client: '192.0.2.1',
    user: 'ada',
    key_uid: 'ke_1',
    operations: ['Datasets'],
    trace_id: 't1',
  });
});

describe('no secret is logged', () => {
  test.each<[string, (log: Log) => void]>([
    [
      'in the headers of a request',
      (log) => log.info({ headers: { authorization: `Apikey ${KEY}`, cookie: `s=${KEY}` } }),
    ],
    ['in a header given as a list', (log) => log.info({ authorization: [`Apikey ${KEY}`] })],
    [
      'deep in an object',
      (log) => log.warn({ a: { b: [{ connection: { password: KEY, api_key: KEY, apiKey: KEY } }] } }),
    ],
    ['as a number', (log) => log.warn({ password: Number('12345678') })],
    ['in a text with a header', (log) => log.info(`got Authorization: apikey ${KEY}`)],
    ['in a query', (log) => log.info(`GET /api/explore?rows=1&apikey=${KEY} failed`)],
    ['in the query of a source', (log) => log.info({ url: `https://example.org/data.csv?sig=${KEY}#top` })],
    ['outside of a URL', (log) => log.info(`with apikey=${KEY}`)],
    ['in a connection URL', (log) => log.error({ url: `postgres://catalog:${KEY}@db:5432/catalog` })],
    [
      'in an error and its cause',
      (log) => log.error({ err: new Error(`https://me:${KEY}@host/x`, { cause: new Error(`?apikey=${KEY}`) }) }),
    ],
    ['in JSON within a text', (log) => log.info({ body: JSON.stringify({ password: KEY, user: 'ada' }) })],
    [
      'of a datasource, by its place',
      (log) =>
        log.error({
          detail: `Failing row contains (${JSON.stringify({ 'connection.auth.password': KEY, 'headers.x-key-id': KEY })})`,
        }),
    ],
    [
      'in a row that a database error quotes',
      (log) =>
        log.error({
          err: Object.assign(new Error('violates a constraint'), {
            code: '23514',
            detail: `Failing row contains (${KEY}, "x").`,
            where: `JSON data, line 1: {"name": "${KEY}`,
          }),
        }),
    ],
    [
      'in the address of what was submitted',
      (log) => log.info({ path: '/api/portal/v1.0/forms/trees/submissions/1b4e28ba-2fa1-11d2-883f-0016d3cca427/' }),
    ],
    ['in a child log', (log) => log.child({ token: KEY }).info('x')],
  ])('no secret is logged: %s', (_where, write) => {
    const [line = ''] = linesOf(write);
    expect(line).not.toContain(KEY);
    expect(line).not.toContain('12345678');
    expect(line).not.toContain('1b4e28ba');
    expect(() => {
      JSON.parse(line);
    }).not.toThrow();
  });
});

test('other values are not masked', () => {
  const [line = ''] = linesOf((log) =>
    log.info({ url: 'https://example.org/a.csv?x=1', mail: 'ada@example.org', at: '12:30' }, 'read it?'),
  );
  expect(JSON.parse(line)).toMatchObject({
    url: 'https://example.org/a.csv',
    mail: 'ada@example.org',
    at: '12:30',
    msg: 'read it?',
  });
});

// in quadratic time each of these would exceed the timeout of a test
test.each(['/', 'a-', '?', '//x:', '"a.', '; '])('a line that repeats %j is masked in linear time', (piece) => {
  expect(linesOf((log) => log.info({ path: piece.repeat(300_000) }))).toHaveLength(1);
});

test('every line stays JSON, whatever is logged', () => {
  const word = fc.constantFrom(
    'password',
    '"',
    '\\',
    '?',
    '/',
    '=',
    ':',
    '@',
    'apikey',
    'Apikey ',
    'secret=',
    ' ',
    'x',
    '{',
    '[',
    '\n',
    '//',
  );
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('password', 'token', 'a'),
        fc.array(word).map((words) => words.join('')),
      ),
      (fields) => {
        const [line = ''] = linesOf((log) => log.info({ fields, text: JSON.stringify(fields) }));
        expect(() => {
          JSON.parse(line);
        }).not.toThrow();
      },
    ),
  );
});
