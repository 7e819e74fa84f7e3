import { h } from './dom.ts';
import { messageOf } from './page-context.ts';
import type { Showing } from './portal.ts';

/** Opens the dialog in which the visitor enters a key, and calls `onChange` after a change. A key that the service does not know is not kept. */
export function openKeyDialog(
  { graph, keys, language }: Pick<Showing['portal'], 'graph' | 'keys' | 'language'>,
  onChange: () => void,
): void {
  const { t } = language;
  const problem = h('p', { id: 'key-problem', class: 'error', role: 'alert' });
  const input = h('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    'aria-describedby': problem.id,
  });
  const use = h('button', { type: 'submit', class: 'primary' }, t('useKey'));
  const change = (key: string | undefined): void => {
    dialog.close();
    keys.write(key);
    onChange();
  };
  const forget = (): void => {
    change(undefined);
  };
  const check = async (key: string): Promise<void> => {
    use.disabled = true;
    const wrong = await graph.accepts(key).then(
      (isKnown) => (isKnown ? undefined : t('wrongKey')),
      (error: unknown) => messageOf(language, error),
    );
    use.disabled = false;
    if (!dialog.open) return;
    if (wrong === undefined) {
      change(key);
      return;
    }
    problem.textContent = wrong;
    input.setAttribute('aria-invalid', 'true');
    input.select();
  };
  const form = h(
    'form',
    { method: 'dialog' },
    h('h2', { id: 'key-title' }, t('apiKey')),
    h('p', { class: 'quiet' }, t('keyPurpose')),
    h('label', { for: 'key' }, t('apiKey')),
    input,
    problem,
    h(
      'div',
      { class: 'buttons' },
      use,
      keys.read() !== undefined && h('button', { type: 'button', on: { click: forget } }, t('forgetKey')),
      h('button', { type: 'button', on: { click: () => dialog.close() } }, t('cancel')),
    ),
  );
  const dialog = h('dialog', { 'aria-labelledby': 'key-title' }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (key !== '' && !use.disabled) void check(key);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
