import { useAdmin } from '../admin-context.ts';
import { type BlockProps, idOf, TypedInput } from './block-parts.tsx';
import { type Block, type Condition, isPresence, operatorsOf } from './form-blocks.ts';

/** When a question is shown or hidden. */
export function Conditions({ block, others, change }: BlockProps & { readonly others: readonly Block[] }) {
  const { t, number } = useAdmin().texts;
  const { conditions } = block;
  const set = (changed: readonly Condition[]): void => change({ ...block, conditions: [...changed] });
  const [first] = others;
  return (
    <fieldset class="conditions">
      <legend>{t('conditions')}</legend>
      {conditions.length > 0 && (
        <div class="cells">
          <p class="question">
            <label for={idOf(block, 'action')}>{t('conditionsAction')}</label>
            <select
              id={idOf(block, 'action')}
              value={block.conditionsAction}
              onChange={({ currentTarget }) =>
                change({ ...block, conditionsAction: currentTarget.value === 'hide' ? 'hide' : 'show' })
              }
            >
              <option value="show">{t('conditionsActions.show')}</option>
              <option value="hide">{t('conditionsActions.hide')}</option>
            </select>
          </p>
          <p class="question">
            <label for={idOf(block, 'match')}>{t('conditionsMatch')}</label>
            <select
              id={idOf(block, 'match')}
              value={block.conditionsMatch}
              onChange={({ currentTarget }) =>
                change({ ...block, conditionsMatch: currentTarget.value === 'or' ? 'or' : 'and' })
              }
            >
              <option value="and">{t('conditionsMatches.and')}</option>
              <option value="or">{t('conditionsMatches.or')}</option>
            </select>
          </p>
        </div>
      )}
      {conditions.map((condition, place) => (
        <div class="cells" key={place} role="group" aria-label={`${t('condition')} ${number(place + 1)}`}>
          <ConditionCells
            id={idOf(block, `condition-${place}`)}
            condition={condition}
            others={others}
            set={(changed) => set(conditions.with(place, changed))}
          />
          <button
            type="button"
            aria-label={`${t('remove')}: ${t('condition')} ${number(place + 1)}`}
            onClick={() => set(conditions.toSpliced(place, 1))}
          >
            {t('remove')}
          </button>
        </div>
      ))}
      {first && (
        <button
          type="button"
          onClick={() => set([...conditions, { fieldId: first.fieldId, operator: 'is_not_empty', value: null }])}
        >
          {t('addCondition')}
        </button>
      )}
    </fieldset>
  );
}

function ConditionCells({
  id,
  condition,
  others,
  set,
}: {
  readonly id: string;
  readonly condition: Condition;
  readonly others: readonly Block[];
  readonly set: (condition: Condition) => void;
}) {
  const { t } = useAdmin().texts;
  const other = others.find(({ fieldId }) => fieldId === condition.fieldId);
  const operators = other ? operatorsOf[other.type] : [];
  const isFlag = other?.type === 'boolean' || other?.type === 'legal';
  const isNumber = other?.type === 'number';
  const enter = (text: string): void =>
    set({ ...condition, value: isNumber ? (text === '' ? null : Number(text)) : isFlag ? text === 'true' : text });
  const { value: known } = condition;
  const value = typeof known === 'string' ? known : known === null ? '' : JSON.stringify(known);
  const options = isFlag
    ? [
        ['true', t('yes')],
        ['false', t('no')],
      ]
    : other?.type === 'choice'
      ? (other.choice?.options ?? []).map((option) => [option, option])
      : undefined;
  return (
    <>
      <p class="question">
        <label for={`${id}-field`}>{t('question')}</label>
        <select
          id={`${id}-field`}
          value={condition.fieldId}
          onChange={({ currentTarget }) => set({ fieldId: currentTarget.value, operator: 'is_not_empty', value: null })}
        >
          {others.map(({ fieldId, label }) => (
            <option key={fieldId} value={fieldId}>
              {label}
            </option>
          ))}
        </select>
      </p>
      <p class="question">
        <label for={`${id}-operator`}>{t('comparison')}</label>
        <select
          id={`${id}-operator`}
          value={condition.operator}
          onChange={({ currentTarget }) => {
            const operator = operators.find((each) => each === currentTarget.value);
            if (!operator) return;
            const first = isFlag ? true : (options?.[0]?.[0] ?? '');
            set({ ...condition, operator, value: isPresence(operator) ? null : (condition.value ?? first) });
          }}
        >
          {operators.map((operator) => (
            <option key={operator} value={operator}>
              {t(`operators.${operator}`)}
            </option>
          ))}
        </select>
      </p>
      {!isPresence(condition.operator) && (
        <p class="question">
          <label for={`${id}-value`}>{t('value')}</label>
          {options ? (
            <select id={`${id}-value`} value={value} onChange={({ currentTarget }) => enter(currentTarget.value)}>
              {options.map(([each, label]) => (
                <option key={each} value={each}>
                  {label}
                </option>
              ))}
            </select>
          ) : (
            <TypedInput
              id={`${id}-value`}
              type={isNumber ? 'number' : other?.type === 'date_time' ? 'date' : 'text'}
              value={value}
              set={enter}
            />
          )}
        </p>
      )}
    </>
  );
}
