import { afterEach, expect, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { loadLimits, type LoadLimits, shedLoad } from '#http/admission.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((http) => http.close()));
});

/** A server that reports whether a request was accepted, and an answer that the test gives. */
function server(limits: Partial<LoadLimits>) {
  const http = fastify();
  open.push(http);
  shedLoad(http, { ...loadLimits, ...limits });
  const waiting: (() => void)[] = [];
  http.setErrorHandler((error, _request, reply) => reply.code(503).send(toCatalogError(error)?.code));
  for (const url of ['/', '/livez', '/readyz']) http.get(url, async () => 'taken');
  http.get('/slow', async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  });
  return { ask: async (url: string) => (await http.inject(url)).body, waiting };
}

async function until(isReached: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isReached()))
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}

test('a process with too many requests in flight refuses more, but answers health checks', async () => {
  const { ask, waiting } = server({ maxInFlight: 2 });
  const slow = [ask('/slow'), ask('/slow')];
  await until(() => waiting.length === 2);
  expect([await ask('/'), await ask('/livez'), await ask('/readyz')]).toEqual(['OVERLOADED', 'taken', 'taken']);
  waiting[0]?.();
  await slow[0];
  expect(await ask('/')).toBe('taken');
  waiting[1]?.();
  await slow[1];
  expect([await ask('/'), await ask('/'), await ask('/')]).toEqual(['taken', 'taken', 'taken']);
});

test('a process whose event loop is delayed repeatedly refuses requests until it is on time', async () => {
  // every look comes late by more than this
  const { ask } = server({ checkIntervalMs: 1, maxDelayMs: -1_000_000, maxDelayedChecks: 3 });
  await until(async () => (await ask('/')) === 'OVERLOADED');
  expect(await ask('/livez')).toBe('taken');
  const onTime = server({ checkIntervalMs: 1, maxDelayMs: 1_000_000, maxDelayedChecks: 3 });
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(await onTime.ask('/')).toBe('taken');
});

test('one long delay of the event loop refuses no requests', async () => {
  // two more checks follow after a second at the earliest, however busy the machine is
  const { ask } = server({ checkIntervalMs: 500, maxDelayMs: 20, maxDelayedChecks: 3 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(await ask('/')).toBe('taken');
});
