import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { changeForm, seedForm } from '../support/forms.ts';
import { addTerm } from '../support/glossary.ts';
import { seedCodeEditorPage, seedStudioPage } from '../support/pages.ts';
import { addProvider } from '../support/providers.ts';
import { relate, seedAsset, showRelations } from '../support/relations.ts';
import { sections } from './form-sample.ts';

/** Creates a page of each kind and a restricted form with one slug, and one of everything else; returns the values of path parameters. */
export async function createPortal(app: TestApp, slug: string): Promise<Record<string, string>> {
  const { admin } = app;
  await showRelations(app);
  const asset_uid = await seedStudioPage(admin, { slug, description: 'All of them', content: { blocks: { a: {} } } });
  await seedCodeEditorPage(admin, {
    slug,
    titles: { en: 'About', fr: 'À propos' },
    content: { html: { en: '<p>About</p>', fr: '<p>À propos</p>' }, css: { en: 'p {}' } },
  });
  await seedForm(admin, slug, { sections, accessType: 'restricted', isModerated: false, isEditingEnabled: true });
  await relateBoth(admin, asset_uid);
  await addProvider(admin, {});
  const uid = await addTerm(admin, { name: 'Height', aliases: ['Altitude'], description: 'Above the sea' });
  return { slug, language: 'fr', asset_uid, uid };
}

async function relateBoth(admin: Client, uid: string): Promise<void> {
  await relate(admin, uid, await seedAsset(admin));
  await relate(admin, await seedAsset(admin), uid);
}

/** Adds one item to every list of the portal; `name` is the name of the provider. */
export async function addToPortal(
  { admin }: TestApp,
  { asset_uid = '' }: Readonly<Record<string, string>>,
  name: string,
): Promise<void> {
  await seedStudioPage(admin, {});
  await seedCodeEditorPage(admin, {});
  await relateBoth(admin, asset_uid);
  await addProvider(admin, { name });
  await addTerm(admin, { name: 'Width' });
}

/** Hides pages (and their assets) and the form from callers without rights. */
export async function hidePortal({ admin, services: { db } }: TestApp, slug: string): Promise<void> {
  await db.rows(sql`update portal_page set is_restricted = true where slug = ${slug}`);
  await changeForm(admin, 'unpublishForm', { slug });
}

/** The submissions with everything that a request can change. */
export const submissionsOf = ({ services: { db } }: TestApp) =>
  db.rows<{ uid: string }>(sql`
  select s.uid, s.answers, s.revision, (select array_agg(i.id order by i.id) from submission_image i where i.submission_uid = s.uid) as images
  from submission s order by s.uid`);
