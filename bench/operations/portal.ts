import { benchForm, benchPage } from '../servers/seed-portal.ts';
import type { Operation } from './operation.ts';

const portal = '/api/portal/v1.0';
const boundary = 'bench-part';

/** Answers to a form, as a browser sends them. */
const answersAt = (at: number): string =>
  [
    `--${boundary}`,
    'content-disposition: form-data; name="data"',
    '',
    JSON.stringify({ name: `Visitor ${String(at)}`, state: ['fine'], size: at % 100 }),
    `--${boundary}--`,
    '',
  ].join('\r\n');

/** What visitors of the portal read and send. */
export const portalOperations: readonly Operation[] = [
  {
    title: 'portal page',
    kind: 'read',
    caller: 'anonymous',
    aims: {},
    calls: { gateway: () => ({ path: `${portal}/code_editor_pages/${benchPage}/` }) },
  },
  {
    title: 'form',
    kind: 'read',
    caller: 'anonymous',
    aims: {},
    calls: { gateway: () => ({ path: `${portal}/forms/${benchForm}/` }) },
  },
  {
    title: 'form submission',
    kind: 'write',
    caller: 'anonymous',
    aims: {},
    calls: {
      gateway: (_facts, at) => ({
        path: `${portal}/forms/${benchForm}/submissions/`,
        body: answersAt(at),
        contentType: `multipart/form-data; boundary=${boundary}`,
      }),
    },
    cleanUp: 'delete from submission',
  },
];
