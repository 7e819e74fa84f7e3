import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { exportFormats } from '#engine/exports/export-formats.ts';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { watchStreams } from '#test/support/datasets/watch-streams.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { services } = app;
const streams = watchStreams(services);
const uid = await publishedTowns(app, web);
const formats = Object.keys(exportFormats);
const maxExports = 100;
const exported = (format: string) => app.http.inject(`/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`);

/** The temporary files that this process holds open, where the system tells. */
const temporaryFiles = () =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('/catalograph-');
        } catch {
          return false;
        }
      })
    : [];

/** What running exports hold. */
function heldByExports() {
  const slots = Array.from({ length: maxExports }, () =>
    services.exportSlots(JSON.stringify(['address', '127.0.0.1'])),
  );
  for (const free of slots) free?.();
  return {
    queries: streams.runningCount(),
    diskBytes: services.exportDisk.takenBytes,
    freeSlots: slots.filter((free) => free !== undefined).length,
  };
}

test('a hundred clients export at once in all formats, each gets its whole file, and nothing is kept', async () => {
  const filesBefore = temporaryFiles().length;
  const expected = new Map<string, Buffer>();
  for (const format of formats) expected.set(format, (await exported(format)).rawPayload);
  const asked = Array.from({ length: maxExports }, (_, client) => formats[client % formats.length] ?? 'json');
  const answers = await Promise.all(asked.map(exported));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
  const different = asked.filter(
    (format, client) => !answers[client]?.rawPayload.equals(expected.get(format) ?? Buffer.of()),
  );
  expect(different).toEqual([]);
  await eventually(
    async () => heldByExports(),
    ({ queries }) => queries === 0,
  );
  expect(heldByExports()).toEqual({ queries: 0, diskBytes: 0, freeSlots: maxExports });
  expect(temporaryFiles().length).toBeLessThanOrEqual(filesBefore);
});
