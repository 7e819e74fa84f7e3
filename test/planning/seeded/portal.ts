import { sql } from '#kernel/sql.ts';
import type { TestApp } from '#test/support/app.ts';
import { oddText, oddTexts } from './odd-texts.ts';

/** What the portal shows beside the catalog. */
export async function seedPortal(app: TestApp): Promise<void> {
  await addTerms(app);
  await addProviders(app);
  await addRelations(app);
  await addImages(app);
}

/** Images of which some have no size. */
async function addImages({ services: { db } }: TestApp): Promise<void> {
  await db.rows(sql`insert into blob (key) values ('image') on conflict do nothing`);
  await db.rows(sql`insert into theme_image (name, media_type, width, height, blob_key, bytes, created_at)
    select n || '.png', 'image/png', nullif(n, 3), nullif(n, 3), 'image', n, now() - n / 2 * interval '1 s' from generate_series(1, 5) n`);
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

/** Assets of all kinds, which use each other in circles; every other dataset uses `set-2` and `set-3`. */
async function addRelations({ services: { db } }: TestApp): Promise<void> {
  await db.rows(sql`update portal_setting set is_marketplace_enabled = true`);
  await db.rows(sql`insert into portal_asset (uid, asset_type, title, url, category, is_showcase, remote_dataset) values
    ('as_000001', 'map', ${oddText(0)}, null, ${oddText(1)}, true, null), ('as_000002', 'chart', ${oddText(2)}, 'https://example.org/', null, false, null),
    ('as_000003', 'external_asset', ${oddText(3)}, 'https://data.example.org/explore/dataset/cities/', 'Water', false, 'cities')`);
  await db.rows(sql`insert into portal_asset (uid, asset_type, category, is_showcase)
    select uid, asset_type, case when n % 2 = 0 then 'Water' end, n % 3 = 0 from (select row_number() over (order by uid) as n, * from asset) a on conflict do nothing`);
  await db.rows(sql`insert into asset_relation (source_uid, use_uid, relation_type)
    select a.uid, b.uid, (array['federation', 'source', 'join', 'usage'])[(a.n + b.n) % 4 + 1]
    from (select row_number() over (order by uid) as n, uid from portal_asset) a, (select row_number() over (order by uid) as n, uid from portal_asset) b
    where b.n <> a.n and (b.n = a.n + 1 or (a.n * 7 + b.n * 3) % 11 = 0)`);
  await db.rows(sql`insert into asset_relation (source_uid, use_uid, relation_type)
    select a.uid, b.uid, 'federation' from dataset a, dataset b where a.dataset_id in ('set-2', 'set-3') and a.uid <> b.uid on conflict do nothing`);
}
