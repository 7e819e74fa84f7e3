import { afterAll, expect, test } from '@jest/globals';
import { createApp } from '#processes/app.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { nameBlock, seedForm } from '../support/portal/forms.ts';
import { submitForm } from '../support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '100000' });
const gateway = await createApp({ ...app.services.config, databaseUrl: app.databaseUrl });
afterAll(() => gateway.close());

test.each(Array.from({ length: 20 }, (_, run) => run + 1))(
  'of twenty at once at two gateways a quota of K takes K, each name once (%s)',
  async (quota) => {
    const slug = `quota-${quota}`;
    await seedForm(app.admin, slug, {
      accessType: 'open',
      isModerated: quota % 2 === 0,
      submissionsQuota: quota,
      sections: [{ title: '', blocks: [{ ...nameBlock, isUnique: true }] }],
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submitForm(index % 2 === 0 ? app : gateway, slug, { name: String(index) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(quota);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(20 - quota);
    const [stored] = await app.services.db.rows(
      sql`select count(*)::int as all, count(distinct answers ->> 'name')::int as names from submission where form_slug = ${slug}`,
    );
    expect(stored).toEqual({ all: quota, names: quota });
  },
  60_000,
);
