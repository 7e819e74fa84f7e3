import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { publishRecords } from '../datasets/records.ts';
import { seedDataset } from '../seed.ts';

/** Enables or disables feedback on datasets. */
export const enableFeedback = ({ admin }: TestApp, isFeedbackEnabled: boolean | null = true) =>
  admin.data(
    'mutation ($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { portalSettings { isFeedbackEnabled } } }',
    { input: { isFeedbackEnabled } },
  );

/** A published dataset of two records with the fields `name` and `height` that accepts feedback, at revision 2; returns its uid. */
export async function feedbackDataset(app: TestApp, input: object = {}): Promise<string> {
  const { admin } = app;
  const uid = await seedDataset(admin, input);
  await admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, isFeedbackEnabled: true },
  });
  await publishRecords(
    app,
    uid,
    [
      { name: 'name', type: 'text' },
      { name: 'height', type: 'int' },
    ],
    [
      { name: 'Oak', height: 20 },
      { name: 'Elm', height: 12 },
    ],
  );
  return uid;
}

/** The identifiers of the records of a dataset that a client sees. */
export const recordIdsOf = async (client: Client, uid: string): Promise<readonly string[]> =>
  (
    await client.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records { nodes { recordId } } } }', {
      uid,
    })
  ).catalogDataset.records.nodes.map(({ recordId }: { recordId: string }) => recordId);

export const submitFeedbackMutation =
  'mutation ($input: SubmitFeedbackInput!) { submitFeedback(input: $input) { feedback { uid recordId user { username } comment suggestedValues { field type value { text } } isArchived } } }';

/** Sends feedback; returns its uid. */
export const submitFeedback = async (client: Client, datasetUid: string, input: object): Promise<string> =>
  (await client.data(submitFeedbackMutation, { input: { datasetUid, ...input } })).submitFeedback.feedback.uid;
