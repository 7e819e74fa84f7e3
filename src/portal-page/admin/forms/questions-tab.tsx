import { useState } from 'preact/hooks';
import { FormFields } from '#portal-page/views/form/form-fields.tsx';
import { useAdmin } from '../admin-context.ts';
import { ChangeList } from '../dataset/change-list.tsx';
import { usePartDraft } from '../dataset/part-draft.ts';
import { Folded, movedItem, SortableList } from '../dataset/sortable-list.tsx';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import { AdminUpdateFormDocument } from '../generated/operations.ts';
import { BlockForm } from './block-form.tsx';
import {
  type Block,
  blocksOf,
  blockTypes,
  differencesOf,
  type FormSection,
  newBlock,
  sectionsOf,
} from './form-blocks.ts';
import type { FormTabProps } from './form-tabs.ts';

/** The questions of a form, put in order and changed beside what a citizen will see. */
export function QuestionsTab({ form, isPlaceSearchEnabled, refresh }: FormTabProps) {
  const { t, number } = useAdmin().texts;
  const saved = sectionsOf(form.sections) ?? [];
  const draft = usePartDraft(`form/${form.slug}`, 'sections', saved, sectionsOf);
  const [isPlanning, setPlanning] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, readonly string[]>>>({});
  const sections = draft.value ?? saved;
  const differences = differencesOf(saved, sections, t);
  const set = (changed: readonly FormSection[]): void => {
    setSaved(false);
    setRefusals({});
    draft.set(differencesOf(saved, changed, t).length === 0 ? undefined : [...changed]);
  };
  const setSection = (place: number, section: FormSection): void => set(sections.with(place, section));
  const messagesOf = (path: string): readonly string[] =>
    Object.entries(refusals).flatMap(([at, messages]) => (at === path || at.startsWith(`${path}.`) ? messages : []));
  const shown = sections.length === 0 ? [{ title: '', blocks: [] }] : sections;
  const ids = blocksOf(sections).map(({ fieldId }) => fieldId);
  const areTaken = new Set(ids).size < ids.length;
  return (
    <div class="beside">
      <form
        class="metadata"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setPlanning(true);
        }}
      >
        {shown.map((section, place) => (
          <Section
            key={place}
            place={place}
            section={section}
            all={blocksOf(sections)}
            isOnly={shown.length === 1}
            messagesOf={messagesOf}
            change={(changed) => (sections.length === 0 ? set([changed]) : setSection(place, changed))}
            remove={() => set(sections.toSpliced(place, 1))}
            moveTo={(block, to) =>
              set(
                sections.map((each, at) => ({
                  title: each.title,
                  blocks: [
                    ...each.blocks.filter(({ fieldId }) => fieldId !== block.fieldId),
                    ...(at === to ? [block] : []),
                  ],
                })),
              )
            }
            sectionNames={shown.map(({ title }, at) => title || `${t('section')} ${number(at + 1)}`)}
          />
        ))}
        <p>
          <button type="button" onClick={() => set([...shown, { title: t('newSection'), blocks: [] }])}>
            {t('addSection')}
          </button>
        </p>
        {areTaken && (
          <p class="error" role="alert">
            {t('answerNameTaken')}
          </p>
        )}
        {draft.isConflict && (
          <div class="conflict" role="alert">
            <p class="error">{t('conflict')}</p>
            <div class="buttons">
              <button type="button" onClick={draft.keep}>
                {t('keepMine')}
              </button>
              <button type="button" onClick={() => draft.set(undefined)}>
                {t('takeTheirs')}
              </button>
            </div>
          </div>
        )}
        <div class="pending">
          <span role="status">
            {differences.length > 0 && t('unsaved', { count: differences.length })}
            {isSaved && differences.length === 0 && t('formSaved')}
          </span>
          <button type="submit" class="primary" disabled={differences.length === 0 || draft.isConflict || areTaken}>
            {t('showChanges')}
          </button>
          <button type="button" disabled={differences.length === 0} onClick={() => draft.set(undefined)}>
            {t('discard')}
          </button>
        </div>
      </form>
      <section class="stays panel" aria-labelledby="preview">
        <h2 id="preview">{t('preview')}</h2>
        <p class="quiet">{t('formPreviewHint')}</p>
        <FormFields
          form={{
            ...form,
            version: 0,
            sections,
            isPlaceSearchEnabled,
            quota: { isReached: false },
          }}
          isClosed={false}
          isPreview
          onSent={() => undefined}
        />
      </section>
      {isPlanning && (
        <ConfirmDialog
          title={t('applyTitle')}
          label={t('apply')}
          step={{
            document: AdminUpdateFormDocument,
            variables: { input: { slug: form.slug, sections, expectedRevision: form.revision } },
          }}
          onDone={() => {
            draft.set(undefined);
            setSaved(true);
            refresh();
          }}
          onRefused={(fields) => {
            setRefusals(fields);
            refresh();
          }}
          onClose={() => setPlanning(false)}
        >
          <ChangeList changes={[...differences]} />
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The questions under a title. */
function Section({
  place,
  section,
  all,
  isOnly,
  messagesOf,
  change,
  remove,
  moveTo,
  sectionNames,
}: {
  readonly place: number;
  readonly section: FormSection;
  readonly all: readonly Block[];
  readonly isOnly: boolean;
  readonly messagesOf: (path: string) => readonly string[];
  readonly change: (section: FormSection) => void;
  readonly remove: () => void;
  readonly moveTo: (block: Block, section: number) => void;
  readonly sectionNames: readonly string[];
}) {
  const { t, number } = useAdmin().texts;
  const [type, setType] = useState<Block['type']>('text');
  const { title, blocks } = section;
  const name = sectionNames[place] ?? '';
  const setBlocks = (changed: readonly Block[]): void => change({ title, blocks: [...changed] });
  return (
    <fieldset class="panel form-section">
      <legend class="visually-hidden">{name}</legend>
      <div class="inline-form">
        <p class="question">
          <label for={`section-${place}`}>
            {t('sectionTitle')} {!isOnly && number(place + 1)}
          </label>
          <input
            id={`section-${place}`}
            dir="auto"
            value={title}
            onInput={({ currentTarget }) => change({ title: currentTarget.value, blocks })}
          />
        </p>
        {!isOnly && (
          <button type="button" aria-label={`${t('remove')}: ${name}`} onClick={remove}>
            {t('remove')}
          </button>
        )}
      </div>
      <SortableList
        items={blocks.map((block, at) => ({
          key: block.fieldId,
          label: block.label,
          content: (
            <Folded
              summary={
                <>
                  <span dir="auto">{block.label}</span> <span class="quiet">{t(`blockTypes.${block.type}`)}</span>
                  {block.isRequired && <span class="quiet"> · {t('isRequired')}</span>}
                  {block.conditions.length > 0 && <span class="quiet"> · {t('conditions')}</span>}
                </>
              }
              messages={messagesOf(`sections.${place}.blocks.${at}`)}
            >
              <BlockForm
                block={block}
                others={all.filter(({ fieldId }) => fieldId !== block.fieldId)}
                change={(changed) => setBlocks(blocks.with(at, changed))}
              />
              <div class="inline-form">
                {sectionNames.length > 1 && (
                  <p class="question">
                    <label for={`block-${block.fieldId}-section`}>{t('section')}</label>
                    <select
                      id={`block-${block.fieldId}-section`}
                      value={String(place)}
                      onChange={({ currentTarget }) => moveTo(block, Number(currentTarget.value))}
                    >
                      {sectionNames.map((each, to) => (
                        <option key={to} value={String(to)}>
                          {each}
                        </option>
                      ))}
                    </select>
                  </p>
                )}
                <button
                  type="button"
                  class="danger"
                  aria-label={`${t('remove')}: ${block.label}`}
                  onClick={() => setBlocks(blocks.toSpliced(at, 1))}
                >
                  {t('remove')}
                </button>
              </div>
            </Folded>
          ),
        }))}
        move={(from, to) => setBlocks(movedItem(blocks, from, to))}
      />
      <div class="inline-form">
        <p class="question">
          <label for={`new-block-${place}`}>{t('newQuestion')}</label>
          <select
            id={`new-block-${place}`}
            value={type}
            onChange={({ currentTarget }) => setType(blockTypes.find((each) => each === currentTarget.value) ?? 'text')}
          >
            {blockTypes.map((each) => (
              <option key={each} value={each}>
                {t(`blockTypes.${each}`)}
              </option>
            ))}
          </select>
        </p>
        <button
          type="button"
          onClick={() =>
            setBlocks([
              ...blocks,
              newBlock(
                type,
                t(`blockTypes.${type}`),
                `${t('option')} 1`,
                all.map(({ fieldId }) => fieldId),
              ),
            ])
          }
        >
          {t('addQuestion')}
        </button>
      </div>
    </fieldset>
  );
}
