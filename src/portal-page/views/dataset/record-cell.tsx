import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { beginningOf, type CellField, type CellPart, cellParts } from '#portal-page/records/cell-content.ts';
import { Download } from './download-list.tsx';

/** A value of a record: dates, links, files and images; a long text is folded unless it is shown whole. */
export function CellValue({
  field,
  value,
  isWhole = false,
}: {
  readonly field: CellField;
  readonly value: unknown;
  readonly isWhole?: boolean;
}) {
  const { language, url } = usePage();
  const parts = cellParts({ language, origin: url.origin }, field, value);
  const beginning = isWhole ? undefined : beginningOf(parts.map(({ text }) => text).join(''));
  const all = <Parts parts={parts} isWhole={isWhole} />;
  if (beginning === undefined || parts.some(({ kind }) => kind === 'image')) return all;
  return (
    <details class="folded">
      <summary>
        <span class="beginning">{beginning}</span> <span class="unfold">{language.t('more')}</span>
        <span class="fold">{language.t('less')}</span>
      </summary>
      {all}
    </details>
  );
}

const Parts = ({ parts, isWhole }: { readonly parts: readonly CellPart[]; readonly isWhole: boolean }) => (
  <>
    {parts.map((part) => (
      <Part part={part} isWhole={isWhole} />
    ))}
  </>
);

function Part({ part, isWhole }: { readonly part: CellPart; readonly isWhole: boolean }) {
  switch (part.kind) {
    case 'text':
      return <>{part.text}</>;
    case 'time':
      return <time dateTime={part.iso}>{part.text}</time>;
    case 'link':
      return (
        <a href={part.href} rel="nofollow noopener noreferrer" data-outside>
          {part.text}
        </a>
      );
    case 'file':
      return <FileLink href={part.href} text={part.text} />;
    case 'image':
      return <Image part={part} isWhole={isWhole} />;
  }
}

/** A file of this server is downloaded, with the key of the visitor; another one is where it is. */
function FileLink({ href, text }: { readonly href: string; readonly text: string }) {
  const { url } = usePage();
  if (new URL(href).origin === url.origin)
    return (
      <Download href={href} filename={text}>
        {text}
      </Download>
    );
  return (
    <a href={href} rel="nofollow noopener noreferrer" data-outside>
      {text}
    </a>
  );
}

/** An image of this server, in a box of its proportions; its name where it cannot be shown. */
function Image({ part, isWhole }: { readonly part: Extract<CellPart, { kind: 'image' }>; readonly isWhole: boolean }) {
  const [hasFailed, setFailed] = useState(false);
  const { href, text, width, height } = part;
  if (hasFailed) return <FileLink href={href} text={text} />;
  return (
    <a href={href} data-outside class={isWhole ? 'picture' : 'picture small'}>
      <img
        src={href}
        alt={text}
        width={width ?? 96}
        height={height ?? 96}
        loading="lazy"
        decoding="async"
        onError={() => {
          setFailed(true);
        }}
      />
    </a>
  );
}
