import { PushRecordsDocument } from '../generated/operations.ts';
import { fromPath, fromQuery, recordsInBody } from '../request/request-value.ts';
import { composeObject, requiredProperty } from '../responders/body-mapping.ts';
import { route, type Route } from '../route.ts';

/** Pushes records, below `/api/push/1.0`. The push key in the query is the only credential. */
export const pushRoutes: readonly Route[] = [
  route(PushRecordsDocument, {
    method: 'POST',
    path: '/{dataset_id}/{resource_uid}/push/',
    variables: {
      input: {
        datasetId: fromPath('dataset_id'),
        resourceUid: fromPath('resource_uid'),
        pushKey: fromQuery('pushkey', { parse: (value) => [value].flat()[0], default: '', isRequired: true }),
        records: recordsInBody,
      },
    },
    respond: {
      respond: ({ data: { pushRecords } }) => ({
        status: 200,
        body: { status: 'OK', ...(pushRecords.warning !== null && { warning: pushRecords.warning }) },
      }),
      describe: () => ({
        status: 200,
        hasETag: false,
        content: {
          json: composeObject('PushResult', {
            status: requiredProperty({ kind: 'text', text: 'OK' }),
            warning: {
              shape: { kind: 'text' },
              isNullable: false,
              isOptional: true,
              description: 'What the published records lack, such as values that do not fit the type of their field.',
            },
          }),
        },
      }),
    },
  }),
];
