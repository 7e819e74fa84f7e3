import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import { oddTexts } from './odd-texts.ts';

/** What the portal shows beside the catalog. */
export async function seedPortal(app: TestApp): Promise<void> {
  await addTerms(app);
}

/** Terms of which some have the same name. */
async function addTerms({ services: { db } }: TestApp): Promise<void> {
  await db.rows(sql`insert into glossary_term (uid, name, aliases, description, search_name, search_aliases)
    select 'gt_00000' || n, t.text, array[t.text, 'b'], t.text, upper(t.text), '{B}' from unnest(${[...oddTexts, ...oddTexts]}::text[]) with ordinality t(text, n) where n < 10`);
}
