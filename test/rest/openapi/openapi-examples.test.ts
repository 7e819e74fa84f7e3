import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parameterExamples, requestExamples } from '#rest/openapi/examples.ts';
import { restApis } from '#rest/rest-apis.ts';
import { testApp } from '#test/support/app.ts';
import { demoApp } from '#test/support/demo.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
const demo = await demoApp();

/** The JSON bodies of a description, sent and answered, with where they stand. */
const bodiesOf = (paths: Record<string, object>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([name]) => name !== 'parameters')
      .flatMap(([method, operation]) =>
        [
          ['requestBody', operation.requestBody] as const,
          ...Object.entries<{ content?: object }>(operation.responses)
            .filter(([status]) => status < '300')
            .map(([status, response]) => [`responses/${status}`, response] as const),
        ].flatMap(([place, body]) =>
          body?.content?.['application/json']
            ? [{ operationId: String(operation.operationId), place, method, path, ...body.content['application/json'] }]
            : [],
        ),
      ),
  );

test.each(restApis)('in the $title every JSON body has an example that its schema accepts', async ({ base }) => {
  const description = (await app.http.inject(`${base}/openapi.json`)).json();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(description, 'api', undefined, false);
  const wrong = bodiesOf(description.paths).flatMap(({ operationId, place, method, path, example }) => {
    const pointer = ['paths', path, method, ...place.split('/'), 'content', 'application/json', 'schema'].map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = ajv.compile({ $ref: `api#/${pointer.join('/')}` });
    return example !== undefined && validate(example)
      ? []
      : [`${operationId} ${place}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`];
  });
  expect(wrong).toEqual([]);
});

test('the examples of requests are accepted in sequence for one dataset', async () => {
  await seedUser(app, 'ada', { groups: ['content_designers'] });
  const send = async (operation: string, method: 'POST' | 'PUT', path: string) => {
    const answer = await admin.rest(method, path, requestExamples[operation]);
    expect([operation, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([
      operation,
      expect.any(Number),
      '',
    ]);
    return answer.body;
  };
  const { uid } = await send('CreateDataset', 'POST', '/datasets/');
  const path = `/datasets/${uid}`;
  await admin.upload(`${path}/resources/files/`, 'rivers.csv', 'river,km\nR. Rhine,1233\n');
  for (const [operation, below] of [
    ['GuessUnsavedExtractors', 'guess_extractors'],
    ['GuessUnsavedExtractorParams', 'guess_extractor_params'],
    ['PreviewUnsavedResource', 'preview'],
  ] as const) {
    await send(operation, 'POST', `${path}/resources/${below}/`);
  }
  for (const [create, update, list] of [
    ['CreateResource', 'UpdateResource', 'resources'],
    ['AppendProcessor', 'UpdateProcessor', 'processors'],
    ['AppendFieldConfiguration', 'UpdateFieldConfiguration', 'fields'],
    ['CreateSchedule', 'UpdateSchedule', 'schedules'],
    ['CreateDatasetAlternativeExport', 'UpdateDatasetAlternativeExport', 'alternative_exports'],
  ] as const) {
    const made = await send(create, 'POST', `${path}/${list}/`);
    await send(update, 'PUT', `${path}/${list}/${made.uid}/`);
  }
  await send('CreateUserRuleset', 'POST', `${path}/security/users/`);
  await send('UpdateUserRuleset', 'PUT', `${path}/security/users/ada/`);
  await send('UpdateAllDatasetMetadata', 'PUT', `${path}/metadata/`);
  await send('UpdateTemplateDatasetMetadata', 'PUT', `${path}/metadata/default/`);
  await send('UpdateMetadata', 'PUT', `${path}/metadata/default/title/`);
  await send('UpdateDataset', 'PUT', `${path}/`);
  await send('CreateMetadataTemplate', 'POST', '/metadata/templates/');
  await send('UpdateMetadataTemplate', 'PUT', '/metadata/templates/water_quality/');
  const made = await send('CreateGroup', 'POST', '/groups/');
  await send('UpdateGroup', 'PUT', `/groups/${made.uid}/`);
  await send('AddUserToGroup', 'POST', `/groups/${made.uid}/users/`);
  await send('UpdateUser', 'PUT', '/users/ada/');
  for (const [operation, below] of [
    ['AddUsersToGroup', `groups/${made.uid}/users/batch`],
    ['InviteUsers', 'users/invite'],
  ] as const)
    expect(await send(operation, 'POST', `/${below}/`)).toMatchObject({ 0: { status_code: 'success' } });
  const harvester = await send('CreateHarvester', 'POST', '/harvesters/');
  await send('UpdateHarvester', 'PUT', `/harvesters/${harvester.uid}/`);
  const nightly = await send('CreateHarvesterSchedule', 'POST', `/harvesters/${harvester.uid}/schedules/`);
  await send('UpdateHarvesterSchedule', 'PUT', `/harvesters/${harvester.uid}/schedules/${nightly.uid}/`);
  const connection = await send('CreateConnection', 'POST', '/datasource_connections/');
  const key = await send('CreateApiKey', 'POST', '/apikeys/');
  await send('UpdateApiKey', 'PUT', `/apikeys/${key.uid}/`);
  await send('RevokeApiKey', 'POST', `/apikeys/${key.uid}/revoke/`);
  await send('SearchApiKey', 'POST', '/apikeys/search_key/');
  const one = `/datasource_connections/${connection.uid}`;
  await send('UpdateConnection', 'PUT', `${one}/`);
  await send('CreateConnectionUserRuleset', 'POST', `${one}/security/users/`);
  await send('UpdateConnectionUserRuleset', 'PUT', `${one}/security/users/ada/`);
  await send('CreateConnectionGroupRuleset', 'POST', `${one}/security/groups/`);
  await send('UpdateConnectionGroupRuleset', 'PUT', `${one}/security/groups/content_designers/`);
  const codeEditorPage = await send('CreateCodeEditorPage', 'POST', '/code_editor_pages/');
  await send('UpdateCodeEditorPage', 'PUT', `/code_editor_pages/${codeEditorPage.slug}/`);
  const studioPage = await send('CreateStudioPage', 'POST', '/studio_pages/');
  await send('UpdateStudioPage', 'PUT', `/studio_pages/${studioPage.uid}/`);
  for (const [kind, one] of [
    ['CodeEditor', `/code_editor_pages/${codeEditorPage.slug}`],
    ['Studio', `/studio_pages/${studioPage.uid}`],
  ] as const) {
    await send(`Create${kind}PageUserRuleset`, 'POST', `${one}/security/users/`);
    await send(`Update${kind}PageUserRuleset`, 'PUT', `${one}/security/users/ada/`);
    await send(`Create${kind}PageGroupRuleset`, 'POST', `${one}/security/groups/`);
    await send(`Update${kind}PageGroupRuleset`, 'PUT', `${one}/security/groups/content_designers/`);
  }
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: string | readonly string[];
}

/** The examples of the parameters of each operation that has some, and the address that they make. */
const examplesOf = (
  paths: Record<string, { parameters?: Parameter[]; get: { operationId: string; parameters: Parameter[] } }>,
) =>
  Object.entries(paths).flatMap(([path, { parameters = [], get }]) => {
    const given = [...parameters, ...get.parameters].filter(({ example }) => example !== undefined);
    const query = new URLSearchParams(
      given
        .filter((parameter) => parameter.in === 'query')
        .flatMap(({ name, example }) => [example].flat().map((value) => [name, String(value)])),
    );
    const filled = given.reduce((address, { name, example }) => address.replace(`{${name}}`, String(example)), path);
    const examples = Object.fromEntries(given.map(({ name, example }) => [name, example]));
    return given.length === 0
      ? []
      : [{ operationId: get.operationId, address: `${filled}?${query.toString()}`, examples }];
  });

test('the examples of the Explore API run on the demo', async () => {
  const base = '/api/explore/v2.1';
  const described = examplesOf((await demo.http.inject(`${base}/openapi.json`)).json().paths);
  expect(Object.fromEntries(described.map(({ operationId, examples }) => [operationId, examples]))).toEqual(
    parameterExamples,
  );
  for (const { operationId, address } of described) {
    const { statusCode, body } = await demo.http.inject(`${base}${address}`);
    expect([operationId, statusCode, body]).toEqual([operationId, 200, expect.stringMatching(/tree|Oak/i)]);
  }
});
