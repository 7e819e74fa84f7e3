import { useEffect, useState } from 'preact/hooks';
import { FindDatasetsDocument, FormOptionsDocument } from '#portal-page/generated/operations.ts';
import { useLanguage, usePage } from '#portal-page/page-context.ts';
import type { Chosen } from './entered.ts';
import type { InputProps } from './question-parts.tsx';

/** One or several of the options of the form, and another text where it allows one. */
export function ChoiceInput({ block, form, entered, change, inputId }: InputProps) {
  const { t } = useLanguage();
  const { options = [], isMultiple = false, hasOther = false } = block.choice ?? {};
  const { chosen = [], text = '' } = entered;
  const choose = (option: string, isChosen: boolean): void => {
    const others = isMultiple ? chosen.filter(({ value }) => value !== option) : [];
    change({ text: isMultiple ? text : '', chosen: isChosen ? [...others, { value: option, label: option }] : others });
  };
  return (
    <div class="choices">
      {options.map((option, index) => (
        <label key={option} class="check" lang={form.defaultLanguage} dir="auto">
          <input
            id={`${inputId}-${index}`}
            name={block.fieldId}
            type={isMultiple ? 'checkbox' : 'radio'}
            checked={chosen.some(({ value }) => value === option)}
            onChange={({ currentTarget }) => {
              choose(option, currentTarget.checked);
            }}
          />
          <span class="check-label">{option}</span>
        </label>
      ))}
      {hasOther && (
        <input
          id={`${inputId}-other`}
          type="text"
          maxLength={255}
          aria-label={t('other')}
          placeholder={t('other')}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            change({ chosen: isMultiple || value === '' ? chosen : [], text: value });
          }}
        />
      )}
    </div>
  );
}

/** The values that fit a text, once the visitor pauses. */
function useSuggestions(text: string, find: (text: string, signal: AbortSignal) => Promise<readonly Chosen[]>) {
  const [found, setFound] = useState<readonly Chosen[]>([]);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      find(text, ending.signal)
        .catch((): readonly Chosen[] => [])
        .then((values) => {
          if (!ending.signal.aborted) setFound(values);
        })
        .catch(reportError);
    }, 250);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text, isWanted]);
  return {
    found,
    want: () => {
      setIsWanted(true);
    },
  };
}

/** The values that were chosen one after another, each with a button that removes it. */
function ChosenList({
  chosen,
  remove,
}: {
  readonly chosen: readonly Chosen[];
  readonly remove: (value: string) => void;
}) {
  const { t } = useLanguage();
  return (
    <ul class="tags" aria-live="polite">
      {chosen.map(({ value, label }) => (
        <li key={value}>
          <bdi>{label}</bdi>{' '}
          <button
            type="button"
            aria-label={t('remove', { name: label })}
            onClick={() => {
              remove(value);
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** An input that suggests values, and a list of those that were chosen where there may be several. */
function SuggestingInput({
  find,
  isMultiple,
  takesOthers,
  placeholder,
  ...props
}: InputProps & {
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Chosen[]>;
  readonly isMultiple: boolean;
  /** Whether a text that is no suggestion is taken. */
  readonly takesOthers: boolean;
  readonly placeholder: string | undefined;
}) {
  const { block, entered, change, inputId, described } = props;
  const { chosen = [], text = '' } = entered;
  const { found, want } = useSuggestions(text, find);
  const add = (typed: string): boolean => {
    const fit =
      found.find(({ label }) => label === typed) ?? (takesOthers ? { value: typed, label: typed } : undefined);
    if (!isMultiple || typed.trim() === '' || !fit) return false;
    change({ text: '', chosen: [...chosen.filter(({ value }) => value !== fit.value), fit] });
    return true;
  };
  return (
    <div>
      <input
        {...described}
        id={inputId}
        name={block.fieldId}
        type="text"
        list={`${inputId}-options`}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onFocus={want}
        onInput={({ currentTarget: { value } }) => {
          want();
          change({ ...entered, text: value });
        }}
        onChange={({ currentTarget: { value } }) => {
          add(value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isMultiple && add(event.currentTarget.value)) event.preventDefault();
        }}
      />
      <datalist id={`${inputId}-options`}>
        {found.map(({ value, label }) => (
          <option key={value} value={label} />
        ))}
      </datalist>
      {isMultiple && (
        <ChosenList
          chosen={chosen}
          remove={(removed) => {
            change({ ...entered, chosen: chosen.filter(({ value }) => value !== removed) });
          }}
        />
      )}
    </div>
  );
}

/** One or several values of a field of a dataset, which the graph looks up. */
export function AdvancedChoiceInput(props: InputProps) {
  const { browser } = usePage();
  const { block, form } = props;
  const find = async (search: string, signal: AbortSignal): Promise<readonly Chosen[]> => {
    const variables = { slug: form.slug, fieldId: block.fieldId, search };
    const found = await browser?.graph.query(FormOptionsDocument, variables, signal);
    return (found?.form?.options ?? []).map((value) => ({ value, label: value }));
  };
  return (
    <SuggestingInput
      {...props}
      find={find}
      isMultiple={block.advancedChoice?.isMultiple === true}
      takesOthers
      placeholder={block.placeholder || undefined}
    />
  );
}

/** Datasets of the catalog, found by a search. */
export function LinkedDatasetsInput(props: InputProps) {
  const { browser, language } = usePage();
  const find = async (query: string, signal: AbortSignal): Promise<readonly Chosen[]> => {
    const found = await browser?.graph.query(FindDatasetsDocument, { query }, signal);
    return (found?.catalog?.nodes ?? []).map(({ uid, title, datasetId }) => ({
      value: uid,
      label: `${title ?? ''} (${datasetId})`,
    }));
  };
  return (
    <SuggestingInput
      {...props}
      find={find}
      isMultiple
      takesOthers={false}
      placeholder={props.block.placeholder || language.t('findDatasets')}
    />
  );
}
