import { h } from './dom.ts';
import type { Portal } from './portal.ts';
import { messageOf } from './views/view-parts.ts';

/** Opens the dialog in which the visitor enters a key, and calls `onChange` after a change. A key that the service does not know is not kept. */
export function openKeyDialog({ graph, keys, language }: Portal, onChange: () => void): void {
  const { messages } = language();
  const problem = h('p', { id: 'key-problem', class: 'error', role: 'alert' });
  const input = h('input', {
    id: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    'aria-describedby': problem.id,
  });
  const use = h('button', { type: 'submit', class: 'primary' }, messages.useKey);
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
      (isKnown) => (isKnown ? undefined : messages.wrongKey),
      (error: unknown) => messageOf(error),
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
    h('h2', { id: 'key-title' }, messages.apiKey),
    h('p', { class: 'quiet' }, messages.keyPurpose),
    h('label', { for: 'key' }, messages.apiKey),
    input,
    problem,
    h(
      'div',
      { class: 'buttons' },
      use,
      keys.read() !== undefined && h('button', { type: 'button', on: { click: forget } }, messages.forgetKey),
      h('button', { type: 'button', on: { click: () => dialog.close() } }, messages.cancel),
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
