import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLanguage, usePage } from '#portal-page/page-context.ts';
import { type AnswerError, errorText, partOf } from './answer-errors.ts';
import { shownBlocks } from './conditions.ts';
import { discardDraft, keepDraft, readDraft } from './draft.ts';
import { type Answers, answerOf, type Block, type Form } from './entered.ts';
import { maxImageMebibytes } from './image-input.tsx';
import { Question, targetOf, unreadableInputs } from './question.tsx';
import { failureText, submitAnswers } from './submit-answers.ts';

type Files = Readonly<Record<string, File>>;

/** What is wrong with the form: its answers, or the request that sent them. */
interface Problems {
  readonly errors: readonly AnswerError[];
  readonly failure?: string;
  /** How often answers were refused: each time, the focus goes to the summary. */
  readonly times: number;
}

const noProblems: Problems = { errors: [], times: 0 };

/** The questions of a form and the button that sends them. The graph checks the answers, and its errors are shown where they belong. */
export function FormFields({
  form,
  isClosed,
  isPreview = false,
  onSent,
}: {
  readonly form: Form;
  /** Whether the questions can be read only. */
  readonly isClosed: boolean;
  /** Whether the questions are only tried: nothing is sent or kept. */
  readonly isPreview?: boolean;
  readonly onSent: () => void;
}) {
  const page = usePage();
  const { language, browser } = page;
  const { t } = language;
  const blocks = useMemo(() => form.sections.flatMap((section) => section.blocks), [form]);
  const [answers, setAnswers] = useState<Answers>({});
  const [files, setFiles] = useState<Files>({});
  const [problems, setProblems] = useState(noProblems);
  const [phase, setPhase] = useState<'rendered' | 'open' | 'sending'>('rendered');
  const [draft, setDraft] = useState<'none' | 'restored' | 'lost'>('none');
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // a key may open the form later; what was entered by then is not replaced
    const kept = isClosed || isPreview || Object.keys(answers).length > 0 ? undefined : readDraft(sessionStorage, form);
    if (kept) {
      setAnswers(kept);
      setDraft('restored');
    }
    setPhase('open');
  }, [isClosed]);
  useEffect(() => {
    if (problems.times > 0) summary.current?.focus();
  }, [problems.times]);

  const valueOf = (fieldId: string, entered = answers): unknown => {
    const block = blocks.find((each) => each.fieldId === fieldId);
    if (!block) return null;
    if (block.type === 'image') return files[fieldId] ? fieldId : null;
    return answerOf(block, entered[fieldId]);
  };
  const shown = shownBlocks(blocks, valueOf);
  const change =
    (fieldId: string) =>
    (entered: Answers[string]): void => {
      setAnswers((before) => {
        const next = { ...before, [fieldId]: entered };
        const isKept = isPreview || keepDraft(sessionStorage, form, next);
        setDraft((state) => (isKept ? (state === 'lost' ? 'none' : state) : 'lost'));
        return next;
      });
    };
  const chooseFile =
    (fieldId: string) =>
    (file: File | undefined): boolean => {
      const others = problems.errors.filter(({ field }) => field !== fieldId);
      const isTooLarge = file !== undefined && file.size > maxImageMebibytes * 2 ** 20;
      const tooLarge = {
        field: fieldId,
        code: 'IMAGE_TOO_LARGE',
        params: { max: maxImageMebibytes },
        message: '',
      } as const;
      setProblems({ ...problems, errors: isTooLarge ? [...others, tooLarge] : others });
      const { [fieldId]: _before, ...rest } = files;
      setFiles(file && !isTooLarge ? { ...rest, [fieldId]: file } : rest);
      return !isTooLarge;
    };
  const discard = (): void => {
    discardDraft(sessionStorage, form);
    setAnswers({});
    setFiles({});
    setProblems(noProblems);
    setDraft('none');
    browser?.announce(t('draftDiscarded'));
  };
  const send = async (): Promise<void> => {
    if (!browser) return;
    const refuse = (errors: readonly AnswerError[]): void => {
      setProblems(({ times }) => ({ errors, times: times + 1 }));
    };
    const unreadable = unreadableInputs(blocks.filter(({ fieldId }) => shown.has(fieldId)));
    if (unreadable.length > 0) return refuse(unreadable);
    const answered = blocks.flatMap(({ fieldId }) => {
      const value = shown.has(fieldId) ? valueOf(fieldId) : null;
      return value === null ? [] : [[fieldId, value] as const];
    });
    const images = Object.entries(files).filter(([fieldId]) => shown.has(fieldId));
    const found = await submitAnswers(browser.graph, {
      formSlug: form.slug,
      answers: Object.fromEntries(answered),
      images: new Map(images),
    });
    if (found.length > 0) return refuse(found);
    discardDraft(sessionStorage, form);
    onSent();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (phase === 'sending' || isPreview) return;
    setPhase('sending');
    send()
      .catch((error: unknown) => {
        setProblems(({ times }) => ({ errors: [], failure: failureText(language, error), times: times + 1 }));
      })
      .finally(() => {
        setPhase('open');
      });
  };

  const shownErrorOf = (block: Block) => {
    const error = problems.errors.find(({ field }) => field === block.fieldId);
    return error && { text: errorText(language, block, error), part: partOf(error) };
  };
  return (
    <form class="form" noValidate onSubmit={submit}>
      <noscript>
        <p class="note">{t('formNeedsScript')}</p>
      </noscript>
      <DraftNote draft={draft} hasImages={blocks.some(({ type }) => type === 'image')} discard={discard} />
      <div class="note error-summary" role="alert" tabIndex={-1} hidden={problems.times === 0} ref={summary}>
        <Summary blocks={blocks} problems={problems} />
      </div>
      <fieldset class="form" disabled={isClosed || phase === 'rendered'}>
        {blocks.some(({ isRequired, type }) => isRequired && type !== 'boolean') && (
          <p class="quiet">{t('requiredNote')}</p>
        )}
        {form.sections.map((section, index) => (
          <section key={index}>
            {section.title !== '' && (
              <h2 lang={form.defaultLanguage} dir="auto">
                {section.title}
              </h2>
            )}
            {section.blocks.map(
              (block) =>
                shown.has(block.fieldId) &&
                block.type !== 'autofill' && (
                  <Question
                    key={block.fieldId}
                    form={form}
                    block={block}
                    isClosed={isClosed}
                    entered={answers[block.fieldId] ?? {}}
                    file={files[block.fieldId]}
                    error={shownErrorOf(block)}
                    change={change(block.fieldId)}
                    chooseFile={chooseFile(block.fieldId)}
                  />
                ),
            )}
          </section>
        ))}
        {!isClosed && !isPreview && (
          <div class="send">
            <button type="submit" class="primary" aria-disabled={phase === 'sending'}>
              {t(phase === 'sending' ? 'sending' : 'send')}
            </button>
            <p class="quiet">{t('draftKept')}</p>
          </div>
        )}
      </fieldset>
    </form>
  );
}

/** What became of what was entered before. */
function DraftNote({
  draft,
  hasImages,
  discard,
}: {
  readonly draft: 'none' | 'restored' | 'lost';
  readonly hasImages: boolean;
  readonly discard: () => void;
}) {
  const { t } = useLanguage();
  if (draft === 'none') return null;
  if (draft === 'lost') return <p class="note">{t('draftLost')}</p>;
  return (
    <div class="note draft">
      <p>
        {t('draftRestored')} {hasImages && t('draftWithoutImages')}
      </p>
      <button type="button" onClick={discard}>
        {t('discardDraft')}
      </button>
    </div>
  );
}

/** All errors, each with a link to its question. */
function Summary({ blocks, problems }: { readonly blocks: readonly Block[]; readonly problems: Problems }) {
  const language = useLanguage();
  const { errors, failure } = problems;
  if (failure !== undefined) return <p>{failure}</p>;
  return (
    <>
      <p>{language.t('correctErrors', { count: errors.length })}</p>
      <ul>
        {errors.map((error) => {
          const block = blocks.find(({ fieldId }) => fieldId === error.field);
          const text = errorText(language, block, error);
          if (!block) return <li key={error.field}>{text}</li>;
          // the label may be in another direction
          const [before, after] = language.t('labelled', { label: '\n', text }).split('\n');
          const target = targetOf(block, partOf(error));
          const go = (event: Event): void => {
            event.preventDefault();
            document.getElementById(target)?.focus();
          };
          return (
            <li key={error.field}>
              <a href={`#${target}`} onClick={go}>
                {before}
                <bdi>{block.label}</bdi>
                {after}
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
