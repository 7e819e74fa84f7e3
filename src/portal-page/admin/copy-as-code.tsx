import { stringifyDocument } from '@urql/core';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { CodeBlock } from '../views/code-block.tsx';
import { useAdmin } from './admin-context.ts';

/** A call of REST that does the same as a mutation. */
export interface RestCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api/automation/v1.0`. */
  readonly path: string;
  readonly body?: unknown;
}

/** A mutation of a screen with what it is sent with. */
export interface Step {
  readonly document: object;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Undefined where REST has no such call. */
  readonly rest?: RestCall | readonly RestCall[] | undefined;
}

/** A file with which programs do the same: `catalograph plan` shows what it changes, `catalograph apply` does it. */
export interface CodeFile {
  /** The path in the folder of a portal. */
  readonly path: string;
  /** Undefined where a file cannot say it. */
  readonly read: () => Promise<string | undefined>;
}

/** The most steps that are shown as code: the others differ in their identifiers alone. */
const maxShownSteps = 3;

/** What a button will send, for programs. */
export function CopyAsCode({ steps, file }: { readonly steps: readonly Step[]; readonly file?: CodeFile }) {
  const { url, addressOf } = usePage();
  const { t } = useAdmin().texts;
  const [isOpen, setOpen] = useState(false);
  const shown = steps.slice(0, maxShownSteps);
  const [first] = shown;
  if (!first) return null;
  const variables = shown.map((step) => JSON.stringify(step.variables, null, 2)).join('\n\n');
  const calls = shown
    .flatMap(({ rest = [] }) => rest)
    .map((call) => curlOf(call, url.origin + addressOf('/api/automation/v1.0')));
  return (
    <details class="as-code" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{t('copyAsCode')}</summary>
      <h3>{t('mutation')}</h3>
      <CodeBlock label={t('mutation')} code={withoutTypenames(stringifyDocument(first.document as never))} />
      <h3>{t('variables')}</h3>
      <CodeBlock label={t('variables')} code={variables} />
      {calls.length > 0 && (
        <>
          <h3>{t('restCall')}</h3>
          <CodeBlock label={t('restCall')} code={calls.join('\n\n')} />
        </>
      )}
      {isOpen && file && <FileCode file={file} />}
      {steps.length > shown.length && <p class="quiet">{t('moreSteps', { count: steps.length - shown.length })}</p>}
    </details>
  );
}

function FileCode({ file: { path, read } }: { readonly file: CodeFile }) {
  const { t } = useAdmin().texts;
  const [text, setText] = useState<string>();
  useEffect(() => {
    read().then(setText, () => setText(undefined));
  }, []);
  if (text === undefined) return null;
  return (
    <>
      <h3>{t('fileToApply')}</h3>
      <p class="quiet">
        <code>{path}</code>
      </p>
      <CodeBlock label={t('fileToApply')} code={text} />
    </>
  );
}

const withoutTypenames = (text: string): string => text.replace(/\n\s*__typename(?=\n)/g, '');

const curlOf = ({ method, path, body }: RestCall, base: string): string =>
  [
    `curl -X ${method} '${base}${path}'`,
    `  -H "Authorization: Apikey $KEY"`,
    ...(body === undefined
      ? []
      : [
          `  -H 'Content-Type: application/json'`,
          `  --data '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n');
