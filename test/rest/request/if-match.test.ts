import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';

const { admin } = await testApp();
const {
  body: { uid },
} = await admin.rest('POST', '/datasets/', { metadata: {} });
const path = `/datasets/${uid}/`;
const revision = async () => Number(/\d+/.exec(String((await admin.rest('GET', path)).headers['etag']))?.[0]);
const change = async (header: string) => admin.rest('PUT', path, { is_restricted: true }, { 'if-match': header });

test('If-Match accepts the current revision, alone or in a list, and *', async () => {
  for (const write of [
    (now: number) => `"${now}"`,
    (now: number) => `"${now - 1}", "${now}"`,
    (now: number) => ` "${now}" , W/"${now}"`,
    () => '*',
    (now: number) => `"x","${now}"`,
  ]) {
    const now = await revision();
    expect(await change(write(now))).toMatchObject({ status: 200, headers: { etag: `"${now + 1}"` } });
  }
});

test('If-Match refuses a list without the current revision, and malformed tags', async () => {
  const now = await revision();
  for (const header of [
    `"${now + 1}"`,
    `"${now + 1}", "${now - 1}"`,
    '"x"',
    '"',
    '',
    `"${now}`.repeat(2),
    `"${now}.0"`,
  ]) {
    expect([header, await change(header)]).toEqual([
      header,
      expect.objectContaining({
        status: 412,
        body: { error_code: 'revision_mismatch', message: expect.stringContaining(`revision is ${now}.`) },
      }),
    ]);
  }
  expect(await revision()).toBe(now);
});

test('a weak tag never matches, and the message says what to send', async () => {
  const now = await revision();
  for (const header of [`W/"${now}"`, `W/"${now}", W/"${now + 1}"`]) {
    expect(await change(header)).toMatchObject(failureOf('WEAK_REVISION'));
  }
  expect(await revision()).toBe(now);
});

test('404 and 403 are reported before 412', async () => {
  for (const header of ['"1", "2"', 'W/"1"']) {
    expect(await admin.rest('PUT', '/datasets/da_000000/', {}, { 'if-match': header })).toMatchObject({ status: 404 });
    expect(await admin.rest('DELETE', `${path}processors/pr_000000/`, undefined, { 'if-match': header })).toMatchObject(
      { status: 404 },
    );
  }
});
