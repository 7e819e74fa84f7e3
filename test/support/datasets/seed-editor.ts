import { clientOf } from '../client.ts';
import type { TestApp } from '../app.ts';
import { seedDataset, seedKey } from '../seed.ts';

/** The key of a new user who has created datasets with these titles, and the uids of the datasets. */
export async function seedEditor(app: TestApp, username: string, titles: readonly string[]) {
  const apiKey = await seedKey(app, username, ['create_dataset']);
  const uids: string[] = [];
  for (const title of titles)
    uids.push(await seedDataset(clientOf(app, apiKey), { metadata: { default: { title: { value: title } } } }));
  return { apiKey, uids };
}
