import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import { oddText, oddTexts } from './odd-texts.ts';

/** What the portal shows beside the catalog. */
export async function seedPortal(app: TestApp): Promise<void> {
  await addTerms(app);
  await addProviders(app);
}

/** Terms of which some have the same name. */
async function addTerms({ services: { db } }: TestApp): Promise<void> {
  await db.rows(sql`insert into glossary_term (uid, name, aliases, description, search_name, search_aliases)
    select 'gt_00000' || n, t.text, array[t.text, 'b'], t.text, upper(t.text), '{B}' from unnest(${[...oddTexts, ...oddTexts]}::text[]) with ordinality t(text, n) where n < 10`);
}

/** Providers of every type, of which one is not offered. */
async function addProviders({ services: { db } }: TestApp): Promise<void> {
  await db.rows(sql`insert into identity_provider (uid, type, place, name, login_link, labels, is_default_login, is_active)
    select 'ip_00000' || n, (array['GOVSSO', 'SAML', 'OIDC'])[n % 3 + 1], n % 3, ${oddText(1)}::text, '/' || n, jsonb_build_object((array['en', 'fr', 'de'])[n % 3 + 1], ${oddText(2)}::text, 'it', n::text), n = 4, n <> 5
    from generate_series(1, 7) n`);
}
