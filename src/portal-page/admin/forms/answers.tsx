import { isRecord } from '#portal-page/json.ts';
import type { Place } from '#portal-page/map/geometry.ts';
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

/** All answers of a submission, each under its question, and what a pending change would make of them. */
export function AnswerList({
  blocks,
  answers,
  changed,
}: {
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
                before || '–'
              ) : (
                <>
                  {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
