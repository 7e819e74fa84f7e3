import { sql } from '../../../src/kernel/sql.ts';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { seedDataset } from '../seed.ts';

/** Enables or disables feedback on datasets. */
export const enableFeedback = ({ admin }: TestApp, isFeedbackEnabled: boolean | null = true) =>
  admin.data(
    'mutation ($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { portalSettings { isFeedbackEnabled } } }',
    { input: { isFeedbackEnabled } },
  );

/** A published dataset with the fields `name` and `height` that accepts feedback, at revision 2; returns its uid. */
export async function feedbackDataset({ admin, services }: TestApp, input: object = {}): Promise<string> {
  const uid = await seedDataset(admin, input);
  await admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, isFeedbackEnabled: true },
  });
  await services.db.rows(sql`update dataset set is_published = true, published_metadata = '{}',
    published_fields = '[{"name": "name", "type": "text"}, {"name": "height", "type": "int"}]' where uid = ${uid}`);
  return uid;
}

export const submitFeedbackMutation =
  'mutation ($input: SubmitFeedbackInput!) { submitFeedback(input: $input) { feedback { uid recordId user { username } comment values isArchived } } }';

/** Sends feedback; returns its uid. */
export const submitFeedback = async (client: Client, datasetUid: string, input: object): Promise<string> =>
  (await client.data(submitFeedbackMutation, { input: { datasetUid, ...input } })).submitFeedback.feedback.uid;
