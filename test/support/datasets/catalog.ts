import { sql } from '#kernel/sql.ts';
import { fillEntries } from '#catalog/catalog-entry.ts';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { seedDataset } from '../seed.ts';

/** A published dataset of a test. */
export interface SeededPublished {
  readonly metadata?: object;
  /** The default template: field → value. */
  readonly described?: Readonly<Record<string, unknown>>;
  readonly themes?: readonly string[];
  readonly fields?: readonly { readonly name: string; readonly label?: string; readonly type?: string }[];
  readonly isRestricted?: boolean;
  readonly defaultSecurity?: object;
  readonly client?: Client;
}

const valuesOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }] as const));

/** Creates a dataset in the published state without a publication run; returns its uid. */
export async function seedPublished(
  app: TestApp,
  datasetId: string,
  { metadata, described = {}, themes, fields = [], client = app.admin, ...input }: SeededPublished = {},
): Promise<string> {
  const uid = await seedDataset(client, {
    datasetId,
    metadata: {
      default: valuesOf(described),
      ...(themes && { internal: { theme_id: { value: themes } } }),
      ...metadata,
    },
    ...input,
  });
  const published = fields.map(({ name, label = name, type = 'text' }) => ({
    name,
    label,
    type,
    description: '',
    annotations: [],
  }));
  await app.services.db.rows(sql`
    update dataset set is_published = true, published_at = now(), metadata_processed_at = now(), data_processed_at = now(),
      published_metadata = metadata, published_fields = ${JSON.stringify(published)}::jsonb where uid = ${uid}`);
  await fillEntries(app.services);
  return uid;
}
