import { useEffect, useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import type { Place } from '#portal-page/map/geometry.ts';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import type { SubmissionRowFragment } from '../generated/operations.ts';
import type { Block } from './form-blocks.ts';

/** The answers of a submission, by question. */
export type Answers = SubmissionRowFragment['content'];

/** An answer as a text. */
export function useAnswerText(): (value: unknown) => string {
  const { t, number } = useAdmin().texts;
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return number(value);
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(textOf).join(', ');
    if (!isRecord(value)) return '';
    const { name, lat, lon, filename } = value;
    if (typeof filename === 'string') return filename;
    if (typeof name === 'string' && name !== '') return name;
    if (typeof lat === 'number' && typeof lon === 'number') return `${lat}, ${lon}`;
    return Object.values(value).map(textOf).join(', ');
  };
  return textOf;
}

/** The place of an answer; undefined where it has none. */
export function placeOf(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined;
  const { lat, lon } = value;
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined;
}

/** A picture among the answers. */
interface Picture {
  readonly id: string;
  readonly filename: string;
}

/** The picture of an answer; undefined where it is none. */
function pictureOf(value: unknown): Picture | undefined {
  if (!isRecord(value)) return undefined;
  const { id, filename } = value;
  return typeof id === 'string' && typeof filename === 'string' ? { id, filename } : undefined;
}

/** An answer: a picture can be opened where it stands, all others are texts. */
export function Answer({
  slug,
  value,
  isOpen = false,
}: {
  readonly slug: string;
  readonly value: unknown;
  /** Whether a picture is shown at once. */
  readonly isOpen?: boolean;
}) {
  const textOf = useAnswerText();
  const picture = pictureOf(value);
  return picture ? (
    <AnswerPicture key={picture.id} slug={slug} picture={picture} isOpen={isOpen} />
  ) : (
    <>{textOf(value)}</>
  );
}

/** A picture that was sent. It is read with the key of the visitor, which an address in a page cannot have. */
function AnswerPicture({
  slug,
  picture: { id, filename },
  isOpen,
}: {
  readonly slug: string;
  readonly picture: Picture;
  readonly isOpen: boolean;
}) {
  const { browser, addressOf } = usePage();
  const [isShown, setShown] = useState(isOpen);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!isShown || !browser) return undefined;
    let made: string | undefined;
    let isGone = false;
    browser
      .fetch(addressOf(`/api/portal/v1.0/forms/${encodeURIComponent(slug)}/images/${encodeURIComponent(id)}/`))
      .then(async (response) => {
        const blob = response.ok ? await response.blob() : undefined;
        if (isGone || !blob) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      })
      // the name of the file stays
      .catch(() => undefined);
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [isShown]);
  return (
    <details class="answer-picture" open={isOpen} onToggle={({ currentTarget: { open } }) => setShown(open)}>
      <summary>{filename}</summary>
      {address !== undefined && <img src={address} alt={filename} />}
    </details>
  );
}

/** All answers of a submission, each under its question, and what a pending change would make of them. */
export function AnswerList({
  slug,
  blocks,
  answers,
  changed,
}: {
  readonly slug: string;
  readonly blocks: readonly Block[];
  readonly answers: Answers;
  /** The answers after a pending change; null without one. */
  readonly changed: Answers | null;
}) {
  const textOf = useAnswerText();
  const known = new Set(blocks.map(({ fieldId }) => fieldId));
  const names = [
    ...blocks.map(({ fieldId, label }) => [fieldId, label] as const),
    // questions of earlier versions of the form
    ...Object.keys(answers).flatMap((name) => (known.has(name) ? [] : [[name, name] as const])),
  ];
  return (
    <dl class="facts">
      {names.map(([name, label]) => {
        const [before, after] = [textOf(answers[name]), changed ? textOf(changed[name]) : undefined];
        return (
          <div key={name}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto" class="changes">
              {after === undefined || after === before ? (
                before === '' ? (
                  '–'
                ) : (
                  <Answer slug={slug} value={answers[name]} isOpen />
                )
              ) : (
                <>
                  {before !== '' && <del>{before}</del>}{' '}
                  {after !== '' && (
                    <ins>
                      <Answer slug={slug} value={changed?.[name]} isOpen />
                    </ins>
                  )}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
