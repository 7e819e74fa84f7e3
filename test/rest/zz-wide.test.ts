import { expect, test } from '@jest/globals';
import { writeFileSync, appendFileSync } from 'node:fs';
import { sql } from '../../src/kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { changeForm, seedForm } from '../support/forms.ts';
const app = await testApp({ WORKER: 'off' });
const { admin, services: { db } } = app;
const out = (...x: unknown[]) => appendFileSync('/tmp/n2/wide.txt', x.map((y) => typeof y === 'string' ? y : JSON.stringify(y)).join(' ') + '\n');
writeFileSync('/tmp/n2/wide.txt', '');
test('wide', async () => {
  const blocks = Array.from({ length: 200 }, (_, at) => ({ fieldId: `block${at}`, type: 'text', label: `Block ${at}`, helpText: 'h'.repeat(1500), text: { isLong: true } }));
  await seedForm(admin, 'wide', { accessType: 'open', isModerated: false, sections: [{ title: '', blocks }] });
  for (let v = 2; v <= 30; v += 1) await changeForm(admin, 'publishForm', { slug: 'wide' });
  await db.rows(sql`insert into submission (uid, form_slug, form_version, content, status, is_anonymous, created_at, updated_at)
    select gen_random_uuid()::text, 'wide', 1, (select jsonb_object_agg('block' || b, n || ' =answer, "x" ' || b) from generate_series(0, 199) b), 'approved', true, now() - n * interval '1 second', now() from generate_series(1, 10000) n`);
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  for (let round = 0; round < 2; round += 1) {
  const s = performance.now();
  const response = await fetch(`${address}/catalog/forms/wide/submissions/download/`, { headers: { authorization: 'Apikey test-administrator-key' } });
  let bytes = 0; let most = 0; let lines = 0;
  for await (const chunk of response.body ?? []) { bytes += chunk.length; lines += Buffer.from(chunk).toString().split('\r\n').length - 1; most = Math.max(most, process.memoryUsage().rss); }
  out('download', response.status, bytes, lines, performance.now() - s, 'ms rss', most / 2 ** 20);
  }
  const t = performance.now();
  const c = await db.rows(sql`select 1`); out('x', c.length, performance.now() - t);
  expect(1).toBe(1);
}, 300_000);
