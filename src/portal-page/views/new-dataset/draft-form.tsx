import { useState } from 'preact/hooks';
import type { GraphClient } from '#portal-page/graph-client.ts';
import { useLanguage } from '#portal-page/page-context.ts';
import { CellValue } from '../dataset/record-cell.tsx';
import { ScrollBox } from '../view-parts.tsx';
import { type Draft, type Format, guessParams, type Preview, type Proposal, readAs, type Reading } from './draft.ts';

/** Changes how the source is read. */
type Change = (step: (graph: GraphClient) => Promise<Draft>) => void;

/** What is in the source, how it is read, and what the dataset is called. */
export function DraftForm({
  draft,
  title,
  setTitle,
  isBusy,
  change,
  take,
  save,
  discard,
}: {
  readonly draft: Draft;
  readonly title: string;
  readonly setTitle: (title: string) => void;
  readonly isBusy: boolean;
  readonly change: Change;
  readonly take: (taken: readonly Proposal[]) => void;
  readonly save: (isPublished: boolean) => void;
  readonly discard: () => void;
}) {
  const { t } = useLanguage();
  return (
    <form
      class="draft"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        save(event.submitter?.getAttribute('value') === 'publish');
      }}
    >
      <p class="question">
        <label for="draft-title">{t('datasetTitle')}</label>
        <input
          id="draft-title"
          required
          maxLength={500}
          dir="auto"
          value={title}
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </p>
      <Proposals draft={draft} isBusy={isBusy} take={take} />
      <PreviewTable preview={draft.preview} />
      <ReadingFields key={draft.reading.type} draft={draft} isBusy={isBusy} change={change} />
      <p class="buttons">
        <button type="submit" value="publish" class="primary" disabled={isBusy}>
          {t('publish')}
        </button>
        <button type="submit" value="draft" disabled={isBusy}>
          {t('saveDraft')}
        </button>
        <button type="button" disabled={isBusy} onClick={discard}>
          {t('discardNewDataset')}
        </button>
      </p>
    </form>
  );
}

/** The processors that are proposed: one choice for each field, and its texts may stay. */
function Proposals({
  draft,
  isBusy,
  take,
}: {
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly take: (taken: readonly Proposal[]) => void;
}) {
  const { t } = useLanguage();
  const { proposals, reading } = draft;
  if (proposals.length === 0) return null;
  const byField = Map.groupBy(proposals, ({ field }) => field);
  const choose = (field: string, chosen: Proposal | undefined): void => {
    const others = reading.taken.filter((proposal) => proposal.field !== field);
    take(chosen ? [...others, chosen] : others);
  };
  return (
    <section class="panel" aria-labelledby="proposals-title">
      <h2 id="proposals-title">{t('proposals')}</h2>
      <p>{t('proposalsHint')}</p>
      {[...byField].map(([field, choices]) => (
        <fieldset key={field} disabled={isBusy}>
          <legend>
            <code>{field}</code>
          </legend>
          {choices.map((proposal) => (
            <label class="check">
              <input
                type="radio"
                name={`proposal-${field}`}
                checked={reading.taken.includes(proposal)}
                onChange={() => choose(field, proposal)}
              />
              <span>{t('convertTexts', { from: proposal.exampleText, to: proposal.convertedText })}</span>
            </label>
          ))}
          <label class="check">
            <input
              type="radio"
              name={`proposal-${field}`}
              checked={!reading.taken.some((proposal) => proposal.field === field)}
              onChange={() => choose(field, undefined)}
            />
            <span>{t('keepTexts')}</span>
          </label>
        </fieldset>
      ))}
    </section>
  );
}

/** The first records as they would be published. */
function PreviewTable({ preview: { fields, records, recordsErrors } }: { readonly preview: Preview }) {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{t('firstRecords', { count: records.length })}</h2>
      {records.length === 0 && <p>{t('nothingInSource')}</p>}
      <ScrollBox label={t('firstRecords', { count: records.length })}>
        <table>
          <thead>
            <tr>
              {fields.map(({ name, label, type }) => (
                <th scope="col" key={name}>
                  <span dir="auto">{label}</span> <code class="quiet">{type}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr>
                {fields.map(({ name, type }) => (
                  <td dir="auto" class={type}>
                    <CellValue field={{ type, decimals: null, precision: null }} value={record[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {recordsErrors.length > 0 && (
        <ul class="errors">
          {recordsErrors.map(({ recordId, fieldUid, message }) => (
            <li>{t('recordError', { row: Number(recordId) + 1, field: fieldUid ?? '', message })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The format and its parameters, which a steward seldom needs to change. */
function ReadingFields({
  draft,
  isBusy,
  change,
}: {
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly change: Change;
}) {
  const { t } = useLanguage();
  const { formats, reading } = draft;
  const [params, setParams] = useState<Reading['params']>(reading.params);
  const format = formats.find(({ type }) => type === reading.type);
  const parameters = (format?.parameters ?? []).filter(({ isHidden }) => isHidden !== true);
  return (
    <details class="panel">
      <summary>{t('readAs', { format: format?.label ?? reading.type })}</summary>
      <p class="question">
        <label for="draft-format">{t('sourceFormat')}</label>
        <select
          id="draft-format"
          disabled={isBusy}
          value={reading.type}
          onChange={({ currentTarget: { value: type } }) => {
            change(async (graph) =>
              readAs(graph, draft, { type, params: await guessParams(graph, draft, type), taken: [] }),
            );
          }}
        >
          {formats.map(({ type, label }) => (
            <option value={type}>{label}</option>
          ))}
        </select>
      </p>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={params[parameter.name]}
          set={(value) => setParams({ ...params, [parameter.name]: value })}
        />
      ))}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => change((graph) => readAs(graph, draft, { ...reading, params }))}
      >
        {t('readAgain')}
      </button>
    </details>
  );
}

/** A parameter of the format, by its type. */
function ParameterField({
  parameter: { name, label, description, type, choices },
  value,
  set,
}: {
  readonly parameter: Format['parameters'][number];
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}) {
  const id = `parameter-${name}`;
  const hintId = `${id}-hint`;
  const hint = description !== null && description !== '' && (
    <span class="help" id={hintId}>
      {description}
    </span>
  );
  const described = hint !== false ? { 'aria-describedby': hintId } : {};
  if (type === 'boolean')
    return (
      <p class="question">
        <label class="check">
          <input
            {...described}
            id={id}
            type="checkbox"
            checked={value === true || value === 'true'}
            onChange={({ currentTarget }) => set(currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
        {hint}
      </p>
    );
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const isNumber = type === 'int' || type === 'double';
  return (
    <p class="question">
      <label for={id}>{label}</label>
      {choices === null ? (
        <input
          {...described}
          id={id}
          inputMode={isNumber ? 'decimal' : 'text'}
          value={text}
          onInput={({ currentTarget: { value: entered } }) =>
            set(isNumber && entered.trim() !== '' && !Number.isNaN(Number(entered)) ? Number(entered) : entered)
          }
        />
      ) : (
        <select {...described} id={id} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {[...new Set([text, ...choices])].map((choice) => (
            <option value={choice}>{choice}</option>
          ))}
        </select>
      )}
      {hint}
    </p>
  );
}
